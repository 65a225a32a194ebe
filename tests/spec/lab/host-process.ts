/** Starts `host-process-main.ts`, and speaks with it. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { emailOf, password } from './people.ts'

/** What a process is told. */
export interface Told {
  /** How far its clock is ahead of the real one, in milliseconds. */
  readonly clockAhead: number
}

/** What a process tells. */
export type Telling = { readonly kind: 'listening'; readonly url: string } | { readonly kind: 'done' }

/** What a process is started with. */
export interface HostProcessOptions {
  readonly databaseUrl: string
  /** Where its plugin writes down runs. */
  readonly folder: string
  readonly env?: Readonly<Record<string, string>>
}

/** A host in a process of its own. */
export interface HostProcess extends AsyncDisposable {
  readonly url: string
  /** Resolves when the process has ended, however it did. */
  readonly ended: Promise<void>
  /** Sets its clock ahead of the real one, by milliseconds. */
  moveClock(ahead: number): Promise<void>
  /** Ends it as a crash would. */
  kill(): Promise<void>
}

/** Starts a host, and waits until it listens. @throws Error with what it said when it ends instead */
export async function startHostProcess(options: HostProcessOptions): Promise<HostProcess> {
  const child = fork(join(import.meta.dirname, 'host-process-main.ts'), [], {
    execArgv: ['--conditions=source'],
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
    async moveClock(clockAhead) {
      const done = nextTelling(child)
      child.send({ clockAhead } satisfies Told)
      await done
    },
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: () => end('SIGTERM'),
  }
}

function environmentOf({ databaseUrl, folder, env }: HostProcessOptions): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOST_LISTEN: '127.0.0.1:0',
    HOST_DATABASE_URL: databaseUrl,
    HOST_SQLITE_SYNCHRONOUS: 'normal',
    HOST_LOG_LEVEL: 'warn',
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
