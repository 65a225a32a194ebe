/** The product as a process of its own, from the composition root of `serve-fixture.ts`, in an empty folder. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundledProgram } from '../../../packages/cli/src/build/testing/bundled-program.ts'

const patience = 60_000

/** Options of a process. */
export interface Launch {
  /** A fixture of the list in `serve-fixture.ts`. */
  readonly fixture?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** A process that ended by itself. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** Files left in its working directory. */
  readonly files: readonly string[]
}

/** A process that listens. */
export interface Serving extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  /** Its standard output until now. */
  readonly stdout: () => string
}

/** Runs until it ends. */
export async function runExecutable(launch: Launch): Promise<Ended> {
  await using started = await start(launch)
  const [code] = (await once(started.child, 'close')) as [number | null]
  return { code, ...started.output, files: await readdir(started.folder) }
}

/** Starts, and waits for its address. @throws Error with its output when it ends instead */
export async function serveExecutable(launch: Launch): Promise<Serving> {
  const started = await start(launch)
  const { child, output } = started
  const closed = once(child, 'close')
  const url = await new Promise<string>((resolve, reject) => {
    const look = (): void => {
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(output.stdout.split('Listening')[1] ?? output.stdout)
      if (found !== null) resolve(found[0])
    }
    child.stdout.on('data', look)
    void closed.then(() => reject(new Error(`It ended: ${output.stderr}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    stdout: () => output.stdout,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await closed
      await started[Symbol.asyncDispose]()
    },
  }
}

async function start({ fixture = 'none', args = [], env = {} }: Launch) {
  const folder = await mkdtemp(join(tmpdir(), 'host-spec-'))
  const main = join(import.meta.dirname, 'serve-fixture.ts')
  const child = spawn(process.execPath, [await bundledProgram(main), ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOST_LISTEN: '127.0.0.1:0',
      SPEC_FIXTURE: fixture,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: patience,
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  return { child, folder, output, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}
