/**
 * Starts a program as the executable does, until it serves, and writes the code that V8 compiled:
 * `node compile-modules.ts <archive> <folder of its data> <folder of the code>`.
 *
 * Invariant: the same program gives the same bytes. What V8 writes shows which functions ran, and of some how often. So no
 * timer runs, the clock and random bytes are the same each time, and V8 neither forgets nor optimizes functions meanwhile.
 *
 * The start of a plugin may fail or end the process, since it may lack what it needs on the machine of the build. The code of
 * the functions that ran until then is taken.
 */
import crypto, { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import timers from 'node:timers'
import promises, { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import type { Script } from 'node:vm'
import { openArchive, type FileArchive } from '../embedded/file-archive.ts'
import { Program } from '../embedded/program.ts'

interface Server {
  readonly run: (archive: FileArchive, options: { readonly isUnwatched: true }) => Promise<unknown>
}

/** Milliseconds after which a start counts as one that never serves. */
const patience = 40_000
/** Milliseconds without work after which a start is over, and after which it waits for a timer, which is never over. */
const [calm, stuck] = [500, 3_000]
/** Of V8. It takes no code that was compiled without them, so they are off only while the program runs. */
const changing = ['flush-bytecode', 'sparkplug', 'maglev', 'turbofan']

const [path = '', data = '', folder = ''] = process.argv.slice(2)
const scripts = new Map<string, Script>()
const end = process.exit.bind(process)
for (const flag of changing) setFlagsFromString(`--no-${flag}`)
stopTime()
stopChance()
await Promise.race([failed(), start().catch(() => undefined), served(), restFor(stuck), sleep(patience)])
await restFor(calm)
for (const flag of changing) setFlagsFromString(`--${flag}`)
for (const [name, script] of scripts) writeFileSync(join(folder, name), script.createCachedData())
process.removeAllListeners('exit')
end(0)

async function start(): Promise<void> {
  const archive = openArchive(new Uint8Array(readFileSync(path)).buffer)
  process.chdir(data)
  process.argv = [process.execPath, process.execPath, 'serve']
  Object.assign(process.env, { HOST_LISTEN: `unix:${join(data, 'socket')}`, HOST_DATABASE_URL: join(data, 'host.db') })
  const { run } = (await new Program(archive, (name, script) => scripts.set(name, script)).start()) as Server
  await run(archive, { isUnwatched: true })
}

/** Resolves when the program ends the process, or would have ended it by an error that nothing caught. */
function failed(): Promise<unknown> {
  return new Promise((resolve) => {
    Object.assign(process, { exit: resolve })
    process.on('uncaughtException', resolve).on('unhandledRejection', resolve)
  })
}

/** Timers of the program are never over, apart from those that are due at once; each reading of its clock is one later. */
function stopTime(): void {
  const never = 2 ** 31 - 1
  const { setTimeout } = promises
  const wait = (delay: number, ...rest: []) => setTimeout(delay > 1 ? never : delay, ...rest)
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const begin = timers[name]
    const replaced = (work: () => void, delay = 0, ...rest: []) => begin(work, delay > 1 ? never : delay, ...rest)
    if (name === 'setTimeout') Object.assign(replaced, { [promisify.custom]: wait })
    Object.assign(globalThis, { [name]: replaced })
    Object.assign(timers, { [name]: replaced })
  }
  Object.assign(promises, { setTimeout: wait })
  let now = Date.UTC(2026, 5, 10, 12)
  Date.now = () => (now += 1)
}

/** Random bytes are a series of hashes. */
function stopChance(): void {
  let count = 0
  const fill = (bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.length; at += 32) {
      const hash = createHash('sha256').update(String((count += 1)))
      bytes.set(hash.digest().subarray(0, bytes.length - at), at)
    }
  }
  const randomFillSync = <View extends Uint8Array>(view: View, offset = 0, size = view.length - offset): View => {
    fill(view.subarray(offset, offset + size))
    return view
  }
  const randomBytes = (size: number, callback?: (error: null, bytes: Buffer) => void): Buffer => {
    const bytes = Buffer.alloc(size)
    fill(bytes)
    if (callback !== undefined) process.nextTick(callback, null, bytes)
    return bytes
  }
  Object.assign(crypto, { randomFillSync, randomBytes })
}

/**
 * Sends a request once the start is over and has left nothing to do. V8 numbers functions in the order in which they are first
 * called, so nothing may come in between.
 */
async function served(): Promise<void> {
  const socketPath = join(data, 'socket')
  while (!existsSync(socketPath)) await sleep(20)
  await restFor(calm)
  const [answer] = (await once(request({ socketPath, path: '/healthz' }).end(), 'response')) as [IncomingMessage]
  await once(answer.resume(), 'end')
}

/** Resolves when the program has done nothing for so many milliseconds. */
async function restFor(milliseconds: number): Promise<void> {
  for (let rested = 0; rested < milliseconds;) {
    const before = performance.eventLoopUtilization()
    await sleep(100)
    const { active } = performance.eventLoopUtilization(before)
    rested = active < 5 ? rested + 100 : 0
  }
}
