/**
 * A real certificate authority for tests: pebble, on ports of its own, with the names of a zone that the test sets. It
 * ends with this process, also when that is killed: a shell holds a pipe to this process and ends pebble when it closes.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { missingPrograms } from '@host/dns/testing'
import { createSelfSignedCertificate } from '../der/index.ts'
import { TestNames } from './test-names.ts'
import { trustingTransport } from './trusting-transport.ts'

/** Options of pebble. */
export interface PebbleOptions {
  /** Where it looks for HTTP-01 and TLS-ALPN-01. */
  readonly httpPort?: number
  readonly tlsPort?: number
  /** Such as `PEBBLE_WFE_NONCEREJECT`. */
  readonly env?: Readonly<Record<string, string>>
  /** Keys by their names; with them, accounts need one. */
  readonly externalKeys?: Readonly<Record<string, string>>
}

const script = 'exec 3<&0; "$@" 3<&- & server=$!; (read -r _ <&3; kill -TERM $server) & wait $server; kill $!'
const host = '127.0.0.1'
const day = 86_400_000

/** Whether pebble can't be run here, as the option `skip` of a test. */
export function missingPebble(): string | false {
  return missingPrograms({ packages: ['pebble'], names: ['pebble'] })
}

export class Pebble {
  readonly directoryUrl: string
  /** PEM by which its directory is trusted. */
  readonly roots: string
  /** Records of the names that it asks for. Every name has the address 127.0.0.1. */
  readonly names: TestNames
  readonly #shell: ChildProcess
  readonly #folder: string
  readonly #remove = (): void => rmSync(this.#folder, { recursive: true, force: true })

  private constructor(parts: Pick<Pebble, 'directoryUrl' | 'roots' | 'names'>, shell: ChildProcess, folder: string) {
    this.directoryUrl = parts.directoryUrl
    this.roots = parts.roots
    this.names = parts.names
    this.#shell = shell
    this.#folder = folder
    process.once('exit', this.#remove)
  }

  static async start(options: PebbleOptions = {}): Promise<Pebble> {
    const folder = mkdtempSync(join(tmpdir(), 'host-pebble-'))
    const names = await TestNames.start()
    const port = await freePort()
    const roots = writeConfiguration(folder, { ...options, port })
    const shell = spawnPebble(folder, names, options.env ?? {})
    const pebble = new Pebble({ directoryUrl: `https://${host}:${port}/dir`, roots, names }, shell, folder)
    await pebble.#untilItAnswers()
    return pebble
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = this.#shell.exitCode === null ? once(this.#shell, 'exit') : undefined
    this.#shell.stdin?.destroy()
    await gone
    await this.names.stop()
    process.off('exit', this.#remove)
    this.#remove()
  }

  async #untilItAnswers(): Promise<void> {
    const transport = trustingTransport(this.roots)
    for (let attempt = 1; ; attempt += 1) {
      try {
        await transport.fetch(AbortSignal.timeout(1_000), this.directoryUrl, { method: 'GET', headers: {} })
        return
      } catch (error) {
        if (attempt === 200 || this.#shell.exitCode !== null) throw error
      }
      await sleep(50)
    }
  }
}

/** @returns the certificate of its directory */
function writeConfiguration(folder: string, options: PebbleOptions & { readonly port: number }): string {
  const { port, httpPort = 1, tlsPort = 1, externalKeys } = options
  const [notBefore, notAfter] = [new Date(Date.now() - day), new Date(Date.now() + day)]
  const pair = createSelfSignedCertificate({ names: [host], notBefore, notAfter })
  writeFileSync(join(folder, 'cert.pem'), pair.certificate)
  writeFileSync(join(folder, 'key.pem'), pair.privateKey)
  const pebble = {
    listenAddress: `${host}:${port}`,
    managementListenAddress: '',
    certificate: 'cert.pem',
    privateKey: 'key.pem',
    httpPort,
    tlsPort,
    ocspResponderURL: '',
    externalAccountBindingRequired: externalKeys !== undefined,
    ...(externalKeys && { externalAccountMACKeys: externalKeys }),
  }
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ pebble }))
  return pair.certificate
}

function spawnPebble(folder: string, { port }: TestNames, env: Readonly<Record<string, string>>): ChildProcess {
  const command = ['pebble', '-config', 'config.json', '-dnsserver', `${host}:${port}`, '-strict']
  const usual = { PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0', PEBBLE_AUTHZREUSE: '0' }
  const output = process.env['HOST_PEER_LOG'] === '1' ? 'inherit' : 'ignore'
  const shell = spawn('/bin/sh', ['-c', script, 'sh', ...command], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...usual, ...env },
    stdio: ['pipe', output, output],
  })
  shell.unref()
  return shell
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
