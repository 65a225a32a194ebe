/**
 * A real name server for tests: BIND or Knot, as the current user, in a temporary folder and on a port of its own. It has
 * one zone, as a primary that takes updates and transfers signed with one key, or as a secondary. It ends with this process, also when that is killed: a
 * shell holds a pipe to this process and ends the server when the pipe closes.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { askServer } from '../client/ask-server.ts'
import { bindSetup, knotSetup, type PeerSetup } from './peer-setups.ts'

const script = 'exec 3<&0; "$@" 3<&- & server=$!; (read -r _ <&3; kill -TERM $server) & wait $server; kill $!'
const setups = { bind: bindSetup, knot: knotSetup } as const
/** Debian keeps servers where only root looks. */
const peerPath = `${process.env['PATH']}:/usr/sbin:/sbin`
const attempts = 200

export type PeerKind = keyof typeof setups

export interface PeerZone {
  /** Absolute. */
  readonly zone: string
  /** Its records; none for a secondary. */
  readonly zoneFile: string
  /** The port of the primary, on the same machine: the server is a secondary, which transfers the zone with the key. */
  readonly primaryPort?: number
  /** Refuses transfers to everyone. */
  readonly refusesTransfers?: boolean
  readonly key: { readonly name: string; readonly algorithm: string; readonly secret: string }
}

export class PeerServer {
  readonly address = '127.0.0.1'
  readonly port: number
  readonly #shell: ChildProcess
  readonly #folder: string

  private constructor(port: number, folder: string, shell: ChildProcess) {
    this.port = port
    this.#folder = folder
    this.#shell = shell
  }

  static async start(kind: PeerKind, zone: PeerZone): Promise<PeerServer> {
    const folder = mkdtempSync(join(tmpdir(), `host-${kind}-`))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    const port = await freePort()
    const setup = setups[kind]({ ...zone, folder, port })
    if (zone.primaryPort === undefined) writeFileSync(join(folder, 'zone.db'), zone.zoneFile)
    writeFileSync(join(folder, 'server.conf'), setup.configuration)
    const server = new PeerServer(port, folder, spawnServer(folder, setup))
    await server.#untilItAnswers(zone.zone)
    return server
  }

  async stop(): Promise<void> {
    const gone = this.#shell.exitCode === null ? once(this.#shell, 'exit') : undefined
    this.#shell.stdin?.destroy()
    await gone
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #untilItAnswers(zone: string): Promise<void> {
    const question = { name: zone, type: 'SOA' }
    const { address, port } = this
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await askServer({
          address,
          port,
          question,
          isAllowedAddress: () => true,
          timeout: 500,
          tries: 1,
        })
        if (answer.answers.length > 0) return
      } catch (error) {
        if (attempt === attempts || this.#shell.exitCode !== null) throw error
      }
      await sleep(50)
    }
  }
}

function spawnServer(folder: string, { command }: PeerSetup): ChildProcess {
  const shell = spawn('/bin/sh', ['-c', script, 'sh', ...command], {
    cwd: folder,
    env: { PATH: peerPath, LANG: 'C' },
    stdio: ['pipe', 'ignore', process.env['HOST_PEER_LOG'] === '1' ? 'inherit' : 'ignore'],
  })
  shell.unref()
  return shell
}

/** A port that is free for both protocols. */
async function freePort(): Promise<number> {
  for (;;) {
    const tcp = createServer().listen(0, '127.0.0.1')
    await once(tcp, 'listening')
    const { port } = tcp.address() as AddressInfo
    const udp = createSocket('udp4').bind(port, '127.0.0.1')
    const isFree = await once(udp, 'listening').then(
      () => true,
      () => false,
    )
    if (isFree) udp.close()
    tcp.close()
    await once(tcp, 'close')
    if (isFree) return port
  }
}
