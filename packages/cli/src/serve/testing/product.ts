import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundledProgram } from '../../build/testing/bundled-program.ts'
import { setTimeout as sleep } from 'node:timers/promises'

/** Upper time limit here: reached only by events that never come. */
const patience = 60_000
const rude = join(import.meta.dirname, 'rude-product.ts')

/** A line of the log. */
export interface LogLine {
  readonly msg: string
  readonly [field: string]: unknown
}

/** An answer, or none: then the status is 0. */
export interface ProductAnswer {
  readonly status: number
  readonly body: unknown
}

/** How a product is started. */
export interface ProductOptions {
  /** The module that runs it; `rude-product.ts` beside this one when left out. */
  readonly script?: string
  /** Runs it from its sources, for tests that read places of a stack; bundled, a process starts in half the time. */
  readonly isFromSource?: boolean
  /** The words after `host serve`. */
  readonly typed?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** When a product ends: with a test, as a rule. */
export interface Ending {
  after(end: () => Promise<void>): void
}

/** `host serve` as a process. */
export class Product {
  readonly #process: ChildProcess
  readonly #exited: Promise<number | null>
  #output = ''

  private constructor(child: ChildProcess) {
    this.#process = child
    this.#exited = once(child, 'close').then(([code]) => code as number | null)
    for (const pipe of [child.stdout, child.stderr]) {
      pipe?.setEncoding('utf8').on('data', (text: string) => (this.#output += text))
    }
  }

  /** Starts it; everything of it has ended when the test has. */
  static async start(t: Ending, given: ProductOptions = {}): Promise<Product> {
    const { script = rude, isFromSource = false, typed = [], env = {} } = given
    const folder = await mkdtemp(join(tmpdir(), 'host-serve-'))
    const program = isFromSource ? ['--conditions=source', script] : [await bundledProgram(script)]
    const child = spawn(process.execPath, [...program, 'serve', ...typed], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        ...(isFromSource && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
        HOST_LISTEN: '127.0.0.1:0',
        HOST_LOG_FORMAT: 'json',
        HOST_SQLITE_SYNCHRONOUS: 'normal',
        // A test asks more often than a person, and shares its machine with others.
        HOST_RATE_API: '0',
        HOST_OVERLOAD_LIMIT: '0',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const product = new Product(child)
    t.after(async () => {
      child.kill('SIGKILL')
      await product.exited
      await rm(folder, { recursive: true, force: true })
    })
    return product
  }

  get pid(): number {
    return this.#process.pid ?? 0
  }

  get output(): string {
    return this.#output
  }

  /** The exit code, once every process of it has let go of its output. */
  get exited(): Promise<number | null> {
    return this.#exited
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal)
  }

  /** Waits for a line of the log that begins with a text. @throws Error with the output when there is none */
  async logged(beginning: string): Promise<LogLine> {
    return await this.until(`a line "${beginning}"`, () => this.lines().find(({ msg }) => msg.startsWith(beginning)))
  }

  lines(): readonly LogLine[] {
    const rows = this.#output.split('\n').filter((row) => row.startsWith('{') && row.endsWith('}'))
    return rows.map((row) => JSON.parse(row) as LogLine)
  }

  /** Sends a request on a connection of its own. */
  async ask(path: string, body?: string, headers: Readonly<Record<string, string>> = {}): Promise<ProductAnswer> {
    await this.logged('Listening')
    // A host that its process started again may listen elsewhere.
    const url = this.lines().findLast(({ msg }) => msg === 'Listening')?.['url']
    return await new Promise((resolve) => {
      const method = body === undefined ? 'GET' : 'POST'
      const sent = request(new URL(path, String(url)), { method, headers, agent: false }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        answer.on('error', () => resolve({ status: 0, body: undefined }))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) as unknown }))
      })
      sent.on('error', () => resolve({ status: 0, body: undefined }))
      sent.end(body)
    })
  }

  /** The process that answers a request; undefined when none does. */
  async answering(): Promise<number | undefined> {
    const { body } = await this.ask('/api/x/rude/pid')
    return (body as { readonly pid: number } | undefined)?.pid
  }

  /** Waits until so many processes have answered that were not answering before. */
  async workers(count: number, before: readonly number[] = []): Promise<readonly number[]> {
    const seen = new Set<number>()
    return await this.until(`${count} workers`, async () => {
      const pid = await this.answering()
      if (pid !== undefined && !before.includes(pid)) seen.add(pid)
      return seen.size === count ? [...seen] : undefined
    })
  }

  async until<Found>(what: string, look: () => Found | undefined | Promise<Found | undefined>): Promise<Found> {
    for (const end = performance.now() + patience; performance.now() < end; await sleep(20)) {
      const found = await look()
      if (found !== undefined) return found
    }
    throw new Error(`There was not ${what} in:\n${this.#output}`)
  }
}

/** Whether a process still runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !isZombie(pid)
  } catch {
    return false
  }
}

function isZombie(pid: number): boolean {
  const file = `/proc/${pid}/stat`
  return existsSync(file) && /\) [ZX] /.test(readFileSync(file, 'latin1'))
}
