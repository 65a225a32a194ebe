/**
 * The server half during development: one process that restarts when a source changes.
 *
 *   starting ──the port answers──► serving ──restart()──► ending ──► starting
 *      └──────────it ended, in any state──────────► failed ──restart()──► starting
 *
 * A caller of `settled()` waits while it starts and ends, so a request reaches the old process or the new one, never
 * the gap between them. Requests to the old process are answered before it is stopped, for a moment: a stream has no
 * end to wait for. Several restarts requested while one ends are one.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { faultOfReport, isFaultReport } from './fault-report.ts'
import { readFault, type ProcessFault } from './read-fault.ts'

/** The process to run. */
export interface HostProcessOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** The folder that it runs in. */
  readonly cwd: string
  /** Folders of the plugins that are developed. */
  readonly folders: readonly string[]
  /** Where it listens on 127.0.0.1. */
  readonly port: number
  /** Called when the previous process is about to end, so that another one starts. */
  readonly onStart: () => void
  /** Called whenever it serves, or with the reason why it does not. */
  readonly onSettled: (fault: ProcessFault | undefined) => void
  /** Called for each fault of a plugin while it serves; what a replaced process reports is dropped. */
  readonly onFault?: (fault: ProcessFault) => void
}

/** A process that restarts on request, and after it ended at the next request. */
export interface HostProcess {
  readonly restart: () => void
  /** Waits while it starts: undefined when it serves, else why it does not. */
  readonly settled: () => Promise<ProcessFault | undefined>
  /** Takes note of an answer that the process has yet to give. */
  readonly owes: (response: ServerResponse) => void
  readonly stop: () => Promise<void>
}

const probeMilliseconds = 10
/** A stop in development waits for nothing: the database survives a killed process. */
const stopMilliseconds = 150
/** How long a restart waits for answers that are on their way. */
const answerMilliseconds = 500
const keptOutput = 8_000

/** Starts the process. */
export function runHost(options: HostProcessOptions): HostProcess {
  let run = start(options)
  let ending: Promise<void> | undefined
  const owed = new Set<ServerResponse>()
  const follow = async (): Promise<void> => {
    const followed = run
    const tell = (fault: ProcessFault | undefined): void => {
      if (followed === run && ending === undefined) options.onSettled(fault)
    }
    followed.child.on('message', (message) => {
      if (followed !== run || ending !== undefined || !isFaultReport(message)) return
      options.onFault?.(faultOfReport(message, options.folders))
    })
    tell(await followed.settled)
    tell(await followed.ended)
  }
  void follow()
  // Vite ends this process by itself on a signal; nothing may outlive it.
  const kill = (): void => void run.child.kill('SIGKILL')
  process.once('exit', kill)
  const restart = async (): Promise<void> => {
    options.onStart()
    if (isAlive(run.child)) await given(owed)
    await end(run.child)
    ending = undefined
    run = start(options)
    void follow()
  }
  return {
    restart() {
      ending ??= restart()
    },
    async settled() {
      for (;;) {
        await ending
        const asked = run
        const fault = await (isAlive(asked.child) ? asked.settled : asked.ended)
        if (asked === run && ending === undefined) return fault
      }
    },
    owes(response) {
      owed.add(response)
      response.once('close', () => owed.delete(response))
    },
    async stop() {
      await ending
      ending = end(run.child)
      await ending
      process.off('exit', kill)
    },
  }
}

interface Run {
  readonly child: ChildProcess
  readonly settled: Promise<ProcessFault | undefined>
  readonly ended: Promise<ProcessFault>
}

function start({ command, args, env, cwd, port, folders }: HostProcessOptions): Run {
  const child = spawn(command, args, { stdio: ['inherit', 'pipe', 'pipe', 'ipc'], env, cwd })
  let [written, logged] = ['', '']
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text)
    logged = (logged + text).slice(-keptOutput)
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text)
    written = (written + text).slice(-keptOutput)
  })
  const ended = Promise.race([
    once(child, 'close').then(() => readFault(written, { logged, folders })),
    once(child, 'error').then(([error]) => ({ message: (error as Error).message })),
  ])
  return { child, ended, settled: Promise.race([answers(child, port), ended]) }
}

async function answers(child: ChildProcess, port: number): Promise<undefined> {
  while (isAlive(child)) {
    if (await isOpen(port)) return undefined
    await sleep(probeMilliseconds)
  }
  return new Promise(() => undefined)
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Waits until the answers that have an end are given. */
async function given(owed: ReadonlySet<ServerResponse>): Promise<void> {
  const expected = [...owed].filter((response) => !isStream(response)).map((response) => once(response, 'close'))
  await Promise.race([Promise.allSettled(expected), sleep(answerMilliseconds, undefined, { ref: false })])
}

function isStream(response: ServerResponse): boolean {
  return String(response.getHeader('content-type')).startsWith('text/event-stream')
}

async function end(child: ChildProcess): Promise<void> {
  if (!isAlive(child)) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMilliseconds)
  await closed
  clearTimeout(timer)
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}
