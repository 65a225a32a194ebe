import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { CommandFailure } from '../command-failure.ts'

/** Characters of an output that are kept, unless stated: the end of it. */
const usualOutput = 256 * 1024

/** Where and with what an executable runs. */
export interface CandidateOptions {
  readonly path: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Ends its processes. */
  readonly signal: AbortSignal
  /** Characters of its output that are kept: the end of it. */
  readonly mostOutput?: number
}

/** How a process ended. */
export interface CandidateEnd {
  /** Null when a signal ended it. */
  readonly code: number | null
  readonly output: string
  /** Of its error output. */
  readonly errors: string
}

/** A process of the executable. */
export interface CandidateProcess extends AsyncDisposable {
  /** @throws CommandFailure when it could not be started */
  readonly ended: Promise<CandidateEnd>
  /** Asks it to end. */
  stop(): void
}

/** Starts the executable that is tried, with arguments. */
export function startCandidate(
  { path, cwd, env, signal, mostOutput = usualOutput }: CandidateOptions,
  args: readonly string[],
): CandidateProcess {
  const child = spawn(path, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors] = [collect(child.stdout, mostOutput), collect(child.stderr, usualOutput)]
  const ended = endOf(child, path).then((code) => ({ code, output: output(), errors: errors() }))
  ended.catch(() => undefined)
  const kill = (): void => void child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  return {
    ended,
    stop: () => void child.kill('SIGTERM'),
    async [Symbol.asyncDispose]() {
      signal.removeEventListener('abort', kill)
      kill()
      await ended.catch(() => undefined)
    },
  }
}

/** Runs it to its end. @throws CommandFailure when it could not be started, or has not ended in time */
export async function runCandidate(options: CandidateOptions, args: readonly string[]): Promise<CandidateEnd> {
  const late = AbortSignal.timeout(patience)
  await using running = startCandidate({ ...options, signal: AbortSignal.any([options.signal, late]) }, args)
  const end = await running.ended
  if (!late.aborted) return end
  throw new CommandFailure([`"${options.path} ${args.join(' ')}" has not ended within ${patience / 60_000} minutes.`])
}

/** Milliseconds for a command that reads. */
const patience = 10 * 60_000

async function endOf(child: ChildProcess, path: string): Promise<number | null> {
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return code
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    throw new CommandFailure([`"${path}" can't be started (${reasons[code] ?? code}).`], 2)
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'the file is missing, or a system library that it needs',
  EACCES: 'the file is not executable, see chmod +x',
  ENOEXEC: 'it is not an executable of this system',
}

function collect(stream: NodeJS.ReadableStream | null, most: number): () => string {
  let text = ''
  stream?.setEncoding('utf8')
  stream?.on('data', (chunk: string) => (text = `${text}${chunk}`.slice(-most)))
  return () => text
}
