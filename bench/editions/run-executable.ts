import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../packages/cli/src/dev/free-port.ts'
import { firstAnswer } from './first-answer.ts'
import { residentMemory } from './resident-memory.ts'

/** One run of an executable. */
export interface ExecutableRun {
  readonly path: string
  /** Where it runs and keeps its data. */
  readonly folder: string
  /** How long it is left alone before its memory is read, in milliseconds. */
  readonly rest: number
}

/** Result of a run. */
export interface ExecutableSample {
  /** Milliseconds from the start of the process to its first answer. */
  readonly boot: number
  /** Megabytes. */
  readonly memory: number
}

const patience = 60_000

/** Starts an executable, waits for its first answer, lets it rest, reads its memory, and stops it. */
export async function runExecutable({ path, folder, rest }: ExecutableRun): Promise<ExecutableSample> {
  const port = await freePort()
  const env = { HOST_LISTEN: `127.0.0.1:${port}`, HOST_LOG_LEVEL: 'error' }
  const start = performance.now()
  const child = spawn(path, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    await firstAnswer(port, stopWaiting(child))
    const boot = performance.now() - start
    await wait(rest)
    return { boot, memory: residentMemory(child.pid ?? 0) }
  } finally {
    await stop(child)
  }
}

function stopWaiting(child: ChildProcess): AbortSignal {
  const ended = new AbortController()
  child.once('exit', () => ended.abort(new Error('The executable ended before it answered.')))
  child.once('error', (error) => ended.abort(error))
  return AbortSignal.any([ended.signal, AbortSignal.timeout(patience)])
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await exited
  clearTimeout(timer)
}
