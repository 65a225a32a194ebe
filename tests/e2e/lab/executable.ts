import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'

const patience = 30_000

/** A running executable. */
export interface Running {
  readonly url: string
  /** The one-time link to the set-up wizard, while there is no account. */
  readonly setUpLink: string | undefined
  /** Standard output, until now. */
  output(): string
  /** Ends it as a crash would. */
  kill(): Promise<void>
  /** Ends it as an operator would; gives the exit code. */
  stop(): Promise<number | null>
}

/** Puts the executable alone into a folder. */
export async function install(executable: string, folder: string): Promise<string> {
  const path = join(folder, 'host')
  await copyFile(executable, path)
  return path
}

/**
 * Starts an executable in its own folder, with nothing of this process's environment.
 * @param port 0 for any
 * @throws Error with its output when it ends before it listens
 */
export async function start(path: string, port = 0): Promise<Running> {
  const child = spawn(path, ['serve'], {
    cwd: join(path, '..'),
    env: { HOST_LISTEN: `127.0.0.1:${port}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const closed = once(child, 'close')
  const url = await Promise.race([
    waitFor(() => /Listening/.test(text) && /http:\/\/127\.0\.0\.1:\d+\//.exec(text)?.[0]),
    closed.then(() => Promise.reject(new Error(`It ended before it listened:\n${text}`))),
  ])
  return {
    url,
    setUpLink: /http:\/\/[^\s"]*\/setup\?token=[\w-]+/.exec(text)?.[0],
    output: () => text,
    async kill() {
      child.kill('SIGKILL')
      await closed
    },
    async stop() {
      child.kill('SIGTERM')
      const [code] = (await closed) as [number | null]
      return code
    },
  }
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
