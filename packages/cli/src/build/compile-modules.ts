/**
 * Starts a program as the executable does, until it serves, and writes the code that V8 compiled:
 * `node compile-modules.ts <archive> <folder>`. The program has a new database.
 *
 * Invariant: the same program gives the same bytes. What V8 writes shows which functions ran, and of some how often. So no
 * timer runs, the clock and random bytes are the same each time, and V8 neither forgets nor optimizes functions meanwhile.
 */
import crypto, { createHash } from 'node:crypto'
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import timers from 'node:timers'
import promises, { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { Script } from 'node:vm'
import { openArchive, type FileArchive } from '../embedded/file-archive.ts'
import { Program } from '../embedded/program.ts'

interface Server {
  readonly run: (archive: FileArchive) => Promise<unknown>
}

/** Milliseconds after which a start counts as one that never serves: its code until then is as good. */
const patience = 20_000
/** Milliseconds in which the work ends that a start leaves behind. */
const leftover = 300
/** Of V8. It takes no code that was compiled without them, so they are off only while the program runs. */
const changing = ['flush-bytecode', 'sparkplug', 'maglev', 'turbofan']

const [path = '', folder = ''] = process.argv.slice(2)
const scripts = new Map<string, Script>()
const end = process.exit.bind(process)
for (const flag of changing) setFlagsFromString(`--no-${flag}`)
stopTime()
stopChance()
await start()
for (const flag of changing) setFlagsFromString(`--${flag}`)
for (const [name, script] of scripts) writeFileSync(join(folder, name), script.createCachedData())
end()

/** Resolves when the program serves, or has ended: a plugin may lack what it needs on the machine of the build. */
async function start(): Promise<void> {
  // Not beside the archive: the path of a socket is short.
  using data = mkdtempDisposableSync(join(tmpdir(), 'host-'))
  const socket = join(data.path, 'socket')
  const archive = openArchive(new Uint8Array(readFileSync(path)).buffer)
  const { run } = (await new Program(archive, (name, script) => scripts.set(name, script)).start()) as Server
  process.chdir(data.path)
  process.argv = [process.execPath, process.execPath, 'serve']
  Object.assign(process.env, { HOST_LISTEN: `unix:${socket}`, HOST_DATABASE_URL: join(data.path, 'host.db') })
  const exited = new Promise((resolve) => Object.assign(process, { exit: resolve }))
  await Promise.race([run(archive).catch(() => undefined), exited, answered(socket), sleep(patience)])
  await sleep(leftover)
}

/** Timers of the program are never over, apart from those that are due at once; each reading of its clock is one later. */
function stopTime(): void {
  const never = 2 ** 31 - 1
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const begin = timers[name]
    const replaced = (work: () => void, delay = 0, ...rest: []) => begin(work, delay > 1 ? never : delay, ...rest)
    Object.assign(globalThis, { [name]: replaced })
    Object.assign(timers, { [name]: replaced })
  }
  const { setTimeout } = promises
  Object.assign(promises, {
    setTimeout: (delay: number, ...rest: []) => setTimeout(delay > 1 ? never : delay, ...rest),
  })
  let now = Date.UTC(2026, 5, 10, 12)
  Date.now = () => (now += 1)
}

/** Random bytes are a series of hashes. */
function stopChance(): void {
  let count = 0
  const fill = <Bytes extends Uint8Array>(bytes: Bytes): Bytes => {
    for (let at = 0; at < bytes.length; at += 32) {
      const hash = createHash('sha256').update(String((count += 1)))
      bytes.set(hash.digest().subarray(0, bytes.length - at), at)
    }
    return bytes
  }
  Object.assign(crypto, { randomFillSync: fill, randomBytes: (size: number) => fill(Buffer.alloc(size)) })
}

async function answered(socketPath: string): Promise<void> {
  while (!(await answers(socketPath))) await sleep(20)
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request({ socketPath, path: '/healthz' }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200))
    })
    asked.on('error', () => resolve(false)).end()
  })
}
