import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../packages/cli/src/dev/free-port.ts'
import { firstAnswer } from './first-answer.ts'
import { residentMemory } from './resident-memory.ts'

/** Result of a start. */
export interface StartSample {
  /** Milliseconds of CPU time of all threads, until the first answer. */
  readonly cpu: number
  /** Megabytes, after a rest. */
  readonly memory: number
}

/** One start of a bundled server. */
export interface StartOptions {
  /** Arguments of Node. */
  readonly program: readonly string[]
  /** Where it keeps its data, and the compiled code of its first module. */
  readonly folder: string
  /** How long it is left alone before its memory is read, in milliseconds. */
  readonly rest: number
}

const patience = 120_000

/** Starts a bundled server, waits for its first answer, lets it rest, reads its memory, and stops it. */
export async function runProgram({ program, folder, rest }: StartOptions): Promise<StartSample> {
  const port = await freePort()
  const env = {
    PATH: process.env['PATH'],
    HOST_LISTEN: `127.0.0.1:${port}`,
    HOST_LOG_LEVEL: 'error',
    NODE_COMPILE_CACHE: folder,
  }
  const child = spawn(process.execPath, [...program, 'serve'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  try {
    await firstAnswer(port, AbortSignal.timeout(patience))
    const cpu = threadTime(child.pid ?? 0)
    await wait(rest)
    return { cpu, memory: residentMemory(child.pid ?? 0) }
  } finally {
    child.kill('SIGTERM')
    await exited
  }
}

/** Of all threads that run, in milliseconds; the time of the process itself is counted in steps of 10 ms. */
function threadTime(pid: number): number {
  const folder = `/proc/${pid}/task`
  const times = readdirSync(folder).map((thread) => readFileSync(`${folder}/${thread}/schedstat`, 'latin1'))
  return times.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0)
}
