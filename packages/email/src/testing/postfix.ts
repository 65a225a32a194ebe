/**
 * A real Postfix for tests, in a temporary folder and on a port of its own: it accepts from this machine, and relays
 * everything to one port. It ends with this process, also when that is killed: a shell holds a pipe to this process and ends
 * the server when the pipe closes.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const script = 'exec 3<&0; "$@" 3<&- & server=$!; (read -r _ <&3; kill -TERM $server) & wait $server; kill $!'
const path = `${process.env['PATH']}:/usr/sbin:/sbin`
const programs = '/usr/lib/postfix/sbin'

export class Postfix {
  readonly port: number
  readonly #folder: string
  readonly #shell: ChildProcess

  private constructor(port: number, folder: string, shell: ChildProcess) {
    this.port = port
    this.#folder = folder
    this.#shell = shell
  }

  /** @param relayPort where it sends every message, on this machine */
  static async start(relayPort: number, settings: readonly string[] = []): Promise<Postfix> {
    const folder = mkdtempSync(join(tmpdir(), 'host-postfix-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    chmodSync(folder, 0o755)
    const port = await freePort()
    writeSetup(folder, [...mainSettings(folder, relayPort), ...settings], port)
    execFileSync('/usr/sbin/postfix', ['-c', join(folder, 'etc'), 'check'], { env: { PATH: path }, stdio: 'ignore' })
    const postfix = new Postfix(port, folder, spawnMaster(folder))
    await untilListening(port)
    return postfix
  }

  /** Queues a message as the program `sendmail` does; lines end with LF. */
  queue(message: string, sender: string, recipients: readonly string[]): void {
    const args = ['-C', join(this.#folder, 'etc'), '-i', '-B', '8BITMIME', '-f', sender, '--', ...recipients]
    execFileSync('/usr/sbin/sendmail', args, {
      input: message,
      env: { PATH: path, MAIL_CONFIG: join(this.#folder, 'etc') },
    })
  }

  get log(): string {
    return readFileSync(join(this.#folder, 'data', 'log'), 'utf8')
  }

  /** Waits until the log has a line. */
  async logged(pattern: RegExp): Promise<string> {
    for (let attempt = 0; attempt < 400; attempt += 1) {
      const found = pattern.exec(this.log)?.[0]
      if (found !== undefined) return found
      await sleep(50)
    }
    throw new Error(`Postfix logged nothing like ${pattern.source}:\n${this.log}`)
  }

  async stop(): Promise<void> {
    const gone = this.#shell.exitCode === null ? once(this.#shell, 'exit') : undefined
    this.#shell.stdin?.destroy()
    await gone
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function mainSettings(folder: string, relayPort: number): string[] {
  return [
    'compatibility_level = 3.6',
    `queue_directory = ${folder}/queue`,
    `data_directory = ${folder}/data`,
    'mail_owner = postfix',
    'setgid_group = postdrop',
    'command_directory = /usr/sbin',
    `daemon_directory = ${programs}`,
    'myhostname = postfix.example.org',
    'inet_interfaces = 127.0.0.1',
    'inet_protocols = ipv4',
    'mynetworks = 127.0.0.0/8',
    'mydestination =',
    'alias_maps =',
    `relayhost = [127.0.0.1]:${relayPort}`,
    `maillog_file = ${folder}/data/log`,
    `maillog_file_prefixes = ${folder}`,
  ]
}

function writeSetup(folder: string, settings: readonly string[], port: number): void {
  for (const name of ['etc', 'queue', 'data']) mkdirSync(join(folder, name))
  const owner = Number(execFileSync('id', ['-u', 'postfix'], { encoding: 'utf8' }))
  chownSync(join(folder, 'data'), owner, -1)
  writeFileSync(join(folder, 'etc', 'main.cf'), `${settings.join('\n')}\n`)
  const services = [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'pickup unix n - n 60 1 pickup',
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'rewrite unix - - n - - trivial-rewrite',
    ...['bounce', 'defer', 'trace'].map((name) => `${name} unix - - n - 0 bounce`),
    ...['smtp', 'error', 'anvil', 'discard'].map((name) => `${name} unix - - n - - ${name}`),
    'retry unix - - n - - error',
    'proxymap unix - - n - - proxymap',
    'scache unix - - n - 1 scache',
    'postlog unix-dgram n - n - 1 postlogd',
  ]
  writeFileSync(join(folder, 'etc', 'master.cf'), `${services.join('\n')}\n`)
}

function spawnMaster(folder: string): ChildProcess {
  const shell = spawn('/bin/sh', ['-c', script, 'sh', join(programs, 'master'), '-c', join(folder, 'etc'), '-d'], {
    cwd: folder,
    env: { PATH: path, LANG: 'C', MAIL_CONFIG: join(folder, 'etc') },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  return shell
}

async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const socket = connect({ port, host: '127.0.0.1' })
    try {
      await once(socket, 'connect')
      return
    } catch (error) {
      if (attempt === 200) throw error
      await sleep(50)
    } finally {
      socket.destroy()
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
