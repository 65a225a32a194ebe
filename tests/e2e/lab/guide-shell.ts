/** The shell in which a guide is followed: each block begins in the folder in which the one before ended. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { changed, missingLine, type PlacedStep } from './guide-blocks.ts'

const patience = 240_000

/** Follows the steps of a guide. */
export class GuideShell {
  readonly #env: Readonly<Record<string, string | undefined>>
  /** Where a block leaves the folder that it ended in. */
  readonly #trace: string
  readonly #servers: { readonly child: ChildProcess; readonly closed: Promise<unknown> }[] = []
  #folder: string
  #printed = ''

  constructor(folder: string, env: Readonly<Record<string, string | undefined>>) {
    this.#folder = folder
    this.#trace = join(folder, '.folder')
    this.#env = { ...env, GUIDE_TRACE: this.#trace }
  }

  /** Runs a step. @throws Error with the line of the guide and the failure */
  async follow(step: PlacedStep): Promise<void> {
    try {
      await this.#do(step)
    } catch (error) {
      throw new Error(`line ${step.line} of the guide: ${(error as Error).message}`, { cause: error })
    }
  }

  async #do(step: PlacedStep): Promise<void> {
    if (step.kind === 'run') return await this.#run(step.text)
    if (step.kind === 'serve') return await this.#serve(step.text)
    if (step.kind === 'output') return this.#compare(step.text)
    if (step.kind === 'prepared') return undefined
    const path = join(this.#folder, step.file)
    const text = step.kind === 'write' ? `${step.text}\n` : changed(await readFile(path, 'utf8'), step.text)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }

  async #run(text: string): Promise<void> {
    const { child, closed } = this.#start(`${text}\npwd > "$GUIDE_TRACE"`)
    const timer = setTimeout(() => child.kill('SIGKILL'), patience)
    const [code] = (await closed) as [number | null]
    clearTimeout(timer)
    if (code !== 0) throw new Error(`it ended with ${code}:\n${this.#printed}`)
    this.#folder = (await readFile(this.#trace, 'utf8')).trim()
  }

  /** Waits until it listens; the folder of the guide stays. */
  async #serve(text: string): Promise<void> {
    const server = this.#start(text)
    this.#servers.push(server)
    const { child } = server
    const until = Date.now() + patience
    while (!this.#printed.includes('Listening')) {
      if (child.exitCode !== null || Date.now() > until) throw new Error(`it does not listen:\n${this.#printed}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  #start(text: string): { readonly child: ChildProcess; readonly closed: Promise<unknown> } {
    this.#printed = ''
    const child = spawn('sh', ['-eu', '-c', text], {
      cwd: this.#folder,
      env: { ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => (this.#printed += chunk))
    }
    return { child, closed: once(child, 'close') }
  }

  #compare(expected: string): void {
    const missing = missingLine(expected, this.#printed)
    if (missing !== undefined) throw new Error(`"${missing}" was not printed:\n${this.#printed}`)
  }

  /** Stops running servers. @returns the exit codes */
  async stop(): Promise<readonly unknown[]> {
    const ends = this.#servers.map(async ({ child, closed }) => {
      child.kill('SIGTERM')
      const [code] = (await closed) as [number | null]
      return code
    })
    return await Promise.all(ends)
  }
}
