import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, link } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const patience = 60_000

/** A running executable. */
export interface Running {
  /** The address without a slash at its end. */
  readonly url: string
  readonly port: number
  readonly pid: number
  /** The one-time link to the setup wizard; it is printed last, while there is no account. */
  setUpLink(): Promise<string>
  /** Output until now. */
  output(): string
  /** Ends it as a crash would. */
  kill(): Promise<void>
  /** Ends it as an operator would; gives the exit code. */
  stop(): Promise<number | null>
}

/** A run that ended by itself. */
export interface Ended {
  readonly code: number | null
  readonly output: string
}

/** How an executable is started. */
export interface StartOptions {
  /** Any when left out. */
  readonly port?: number
  /** Arguments of `host serve`. */
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** A test asks more often than a person, and shares its machine with others. */
const unhurried = { HOST_RATE_API: '0', HOST_RATE_SIGN_IN: '0', HOST_OVERLOAD_LIMIT: '0' }

/** Puts the executable alone into a folder: as a link, which no test writes into, or as a copy on another file system. */
export async function install(executable: string, folder: string): Promise<string> {
  const path = join(folder, 'host')
  await link(executable, path).catch(() => copyFile(executable, path))
  return path
}

/** Runs a command of an executable in a folder until it ends. */
export async function run(path: string, args: readonly string[], cwd = dirname(path)): Promise<Ended> {
  const { closed, output } = launch(path, args, { cwd, env: { HOST_LISTEN: '127.0.0.1:0' } })
  return { code: await closed, output: output() }
}

/**
 * Starts an executable in its own folder, with nothing of this process's environment.
 * @throws Error with its output when it ends before it listens
 */
export async function start(path: string, options: StartOptions = {}): Promise<Running> {
  const { port: wanted = 0, args = [], env = {} } = options
  const launched = launch(path, ['serve', ...args], {
    cwd: dirname(path),
    env: { HOST_LISTEN: `127.0.0.1:${wanted}`, ...unhurried, ...env },
  })
  const { child, closed, output } = launched
  const address = await Promise.race([
    waitFor(() => /Listening/.test(output()) && /http:\/\/(?:127\.0\.0\.1|localhost):\d+(?=\/)/.exec(output())?.[0]),
    closed.then(() => Promise.reject(new Error(`It ended before it listened:\n${output()}`))),
  ])
  return {
    url: address,
    port: Number(new URL(address).port),
    pid: child.pid ?? 0,
    setUpLink: () => waitFor(() => /http:\/\/[^\s"]*\/setup\?token=[\w-]+/.exec(output())?.[0]),
    output,
    async kill() {
      child.kill('SIGKILL')
      await closed
    },
    async stop() {
      child.kill('SIGTERM')
      return await closed
    },
  }
}

interface Launched {
  readonly child: ChildProcess
  readonly closed: Promise<number | null>
  output(): string
}

interface LaunchOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

function launch(path: string, args: readonly string[], { cwd, env }: LaunchOptions): Launched {
  const child = spawn(path, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const closed = once(child, 'close').then(([code]) => code as number | null)
  return { child, closed, output: () => text }
}

async function waitFor<Value>(look: () => Value | false | undefined): Promise<Value> {
  const end = Date.now() + patience
  for (;;) {
    const found = look()
    if (found !== false && found !== undefined) return found
    if (Date.now() > end) throw new Error(`Nothing came within ${patience / 1000} s.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
