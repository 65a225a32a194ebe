/** Starts a program that calls `runHostProcess`, and speaks with it. */
import { execFile, fork, type ChildProcess, type ForkOptions } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundledProgram } from '../../../packages/cli/src/build/testing/bundled-program.ts'
import type { IdempotencyStep } from '../../../packages/host/src/idempotency/states.ts'
import { emailOf, password } from './people.ts'
import { unhurried } from './unhurried.ts'
import { secretKey } from './secret-key.ts'

const run = promisify(execFile)

/** Messages to a process. */
export interface Told {
  /** How far the clock that the host was given is ahead of the real one, in milliseconds. */
  readonly clockAhead: number
  /** The same for the clock of the whole process, as if the machine's clock were set. */
  readonly machineAhead: number
  /** The step of a request with a key at which it dies; none when left out. */
  readonly dieAt?: IdempotencyStep
}

/** Messages from a process. */
export type Telling = { readonly kind: 'listening'; readonly url: string } | { readonly kind: 'done' }

/** The plugins of a process: all of the edition, or the few that the ledger needs. */
export type HostProgram = 'edition' | 'ledger'

const programs = { edition: 'host-process-main.ts', ledger: 'ledger-process-main.ts' } as const

/** Options of a process. */
export interface HostProcessOptions {
  /** The whole edition when left out. */
  readonly program?: HostProgram | undefined
  readonly databaseUrl: string
  /** Where its plugin writes down runs. */
  readonly folder: string
  readonly env?: Readonly<Record<string, string>>
  /** The size in bytes that its files may not outgrow, as on a disk that is full. */
  readonly largestFile?: number | undefined
  /** Milliseconds after which it is killed, wherever its start is by then. */
  readonly lifetime?: number | undefined
}

/** A host in a process of its own. */
export interface HostProcess extends AsyncDisposable {
  readonly url: string
  /** Resolves when the process has ended, however it did. */
  readonly ended: Promise<void>
  readonly hasEnded: boolean
  /** Lets its files grow again. Linux only. */
  unlimit(): Promise<void>
  /** Resolves when it has heard. */
  tell(told: Partial<Told>): Promise<void>
  /** Pauses or resumes all of its threads. */
  stand(isStill: boolean): void
  /** Ends it as a crash would. */
  kill(): Promise<void>
}

/** The program of the process. @returns its path */
export function hostProgram(program: HostProgram = 'edition'): Promise<string> {
  return bundledProgram(join(import.meta.dirname, programs[program]))
}

/** Starts a host, and waits until it listens. @throws Error with its output when it ends instead */
export async function startHostProcess(options: HostProcessOptions): Promise<HostProcess> {
  const child = fork(await hostProgram(options.program), [], {
    ...programOf(options),
    ...(options.lifetime === undefined ? {} : { timeout: options.lifetime, killSignal: 'SIGKILL' }),
    env: environmentOf(options),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const output = outputOf(child)
  const ended = once(child, 'close').then(() => undefined)
  const listening = await Promise.race([
    nextTelling(child),
    ended.then(() => Promise.reject(new Error(`The host ended: ${output()}`))),
  ])
  if (listening.kind !== 'listening') throw new Error('A host tells first where it listens.')
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await ended
  }
  return {
    url: listening.url,
    ended,
    get hasEnded() {
      return child.exitCode !== null || child.signalCode !== null
    },
    async tell(told) {
      const done = nextTelling(child)
      child.send(told)
      await done
    },
    unlimit: async () => void (await run('prlimit', ['--pid', String(child.pid), '--fsize=unlimited:'])),
    stand: (isStill) => void child.kill(isStill ? 'SIGSTOP' : 'SIGCONT'),
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: () => end('SIGTERM'),
  }
}

/** Node itself, or a shell that sets the limit and then becomes Node. It counts in blocks of 512 bytes. */
function programOf({ largestFile }: HostProcessOptions): Pick<ForkOptions, 'execPath' | 'execArgv'> {
  if (largestFile === undefined) return { execArgv: [] }
  const script = `ulimit -S -f ${Math.floor(largestFile / 512)} && exec "${process.execPath}" "$0" "$@"`
  return { execPath: '/bin/sh', execArgv: ['-c', script] }
}

function environmentOf({ databaseUrl, folder, env }: HostProcessOptions): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOST_LISTEN: '127.0.0.1:0',
    HOST_DATABASE_URL: databaseUrl,
    HOST_SECRET_KEY: secretKey,
    HOST_SQLITE_SYNCHRONOUS: 'normal',
    HOST_LOG_LEVEL: 'warn',
    ...unhurried,
    HOST_ADMIN_EMAIL: emailOf('ada'),
    HOST_ADMIN_PASSWORD: password,
    SPEC_FOLDER: folder,
    ...env,
  }
}

async function nextTelling(child: ChildProcess): Promise<Telling> {
  const [telling] = (await once(child, 'message')) as [Telling]
  return telling
}

function outputOf(child: ChildProcess): () => string {
  let text = ''
  const keep = (chunk: string): void => void (text = (text + chunk).slice(-20_000))
  for (const pipe of [child.stdout, child.stderr]) pipe?.setEncoding('utf8').on('data', keep)
  return () => text
}
