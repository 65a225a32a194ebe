import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Readable } from 'node:stream'
import { readCounts, type Counts } from './counts.ts'
import { measured, takeProcessorSeconds } from './processor-time.ts'
import { forgetRunning, readRunning, runningVariable } from './running-tests.ts'
import { takeTimes, timesVariable, type FileTime } from './slow-tests.ts'
import { soakFactor, type Suite } from './test-suites.ts'

/** Result of a suite: its counts, and the output to show when it failed. */
export type SuiteResult = {
  counts: Counts
  seconds: number
  /** Seconds of the processors, of all processes that ended with it. Undefined where it was killed. */
  processorSeconds?: number | undefined
  output: string
  problem?: string
  times?: readonly FileTime[]
}

/** Why a suite was ended: its own time was over, or that of the whole run. */
type Late = 'suite' | 'run'
type Ending = { exitCode: number | null; late?: Late | undefined; output: string; running?: readonly string[] }
/** Where and how a suite runs. Its processes are ended when `deadline` comes. */
export type RunOptions = { root: string; isSoak: boolean; deadline: AbortSignal }

/** Runs one suite in a process group of its own, ended as a whole when its time is over. */
export async function runSuite(suite: Suite, { root, isSoak, deadline }: RunOptions): Promise<SuiteResult> {
  const started = performance.now()
  const minutes = suite.minutes * (isSoak ? soakFactor : 1)
  const running = outputFile(root, `${suite.name}.running`)
  const files = { running, times: outputFile(root, `${suite.name}.times`) }
  const used = outputFile(root, `${suite.name}.used`)
  const ending = await runProcess(measured(commandOf(suite), used), {
    cwd: root,
    milliseconds: minutes * 60_000,
    deadline,
    files,
    environment: suite.kind === 'node' ? suite.environment : undefined,
  })
  const seconds = (performance.now() - started) / 1000
  writeFileSync(outputFile(root, `${suite.name}.log`), ending.output)
  const verdict = judge(suite, { ...ending, running: readRunning(running) }, minutes)
  forgetRunning(running)
  const processorSeconds = takeProcessorSeconds(used)
  return { seconds, processorSeconds, output: ending.output, times: takeTimes(files.times), ...verdict }
}

/**
 * Mebibytes for young objects. A suite makes and drops hosts all the time: with the default of Node it took 139 s of the
 * processors for the plugins from m to z, and 127 s with this.
 */
const roomForYoung = '--max-semi-space-size=64'

function commandOf(suite: Suite): readonly string[] {
  const node = process.execPath
  if (suite.kind === 'web') {
    const files = suite.files.filter((file) => isAbsolute(file))
    return [node, 'node_modules/vitest/vitest.mjs', 'run', '--reporter=./tools/vitest-reporter.ts', ...files]
  }
  if (suite.kind === 'command') {
    return suite.command.map((part, index) => (index === 0 && part === 'node' ? node : part))
  }
  return [node, roomForYoung, '--conditions=source', 'tools/run-node-tests.ts', ...suite.files]
}

/** The verdict is pessimistic: no counts, no tests, a lost exit code or a late end are each a failure. */
export function judge(suite: Suite, ending: Ending, minutes: number): { counts: Counts; problem?: string } {
  const isStep = suite.kind === 'command'
  const said = readCounts(ending.output) ?? { passed: isStep && ending.exitCode === 0 ? 1 : 0, failed: 0, skipped: 0 }
  if (ending.late === 'suite') return fail(said, `did not end within ${minutes} minutes${inTheMiddleOf(ending)}`)
  if (ending.late === 'run') return fail(said, `was running when the whole run ended${inTheMiddleOf(ending)}`)
  if (said.failed > 0) return { counts: said, problem: `${said.failed} failed` }
  if (ending.exitCode !== 0) return fail(said, `ended with exit code ${ending.exitCode ?? 'none'}`)
  if (said.passed === 0) return fail(said, 'ran no test')
  return { counts: said }
}

function inTheMiddleOf({ running = [] }: Ending): string {
  return running.length === 0 ? '' : `, in: ${running.join('; ')}`
}

function fail(counts: Counts, problem: string): { counts: Counts; problem: string } {
  return { counts: { ...counts, failed: counts.failed + 1 }, problem }
}

/** Files that the reporter of a suite writes. */
type Written = { running: string; times: string }
type Limits = {
  cwd: string
  milliseconds: number
  deadline: AbortSignal
  files: Written
  environment: Readonly<Record<string, string>> | undefined
}

function runProcess(command: readonly string[], limits: Limits): Promise<Ending> {
  const [file = '', ...args] = command
  const options = {
    cwd: limits.cwd,
    detached: true,
    env: {
      ...environment(limits.cwd),
      ...limits.environment,
      [runningVariable]: limits.files.running,
      [timesVariable]: limits.files.times,
    },
  }
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks: Buffer[] = []
  const keep = (chunk: Buffer): number => chunks.push(chunk)
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  let late: Late | undefined
  const end = (why: Late): void => {
    late ??= why
    endGroup(child)
  }
  const endRun = (): void => end('run')
  limits.deadline.addEventListener('abort', endRun)
  const timer = setTimeout(end, limits.milliseconds, 'suite')
  return new Promise((resolve) => {
    child.on('error', (error) => keep(Buffer.from(`${error.message}\n`)))
    child.on('exit', () => endGroup(child))
    child.on('close', (exitCode) => {
      clearTimeout(timer)
      limits.deadline.removeEventListener('abort', endRun)
      resolve({ exitCode, late, output: Buffer.concat(chunks).toString('utf8') })
    })
  })
}

const pipeGrace = 2000

/**
 * Ends processes that a suite left behind: a server that outlives its test occupies a port. A process that left the
 * group would keep the pipe open, so the pipe is closed a moment later.
 */
function endGroup(child: ChildProcessByStdio<null, Readable, Readable>): void {
  const cut = setTimeout(() => {
    child.stdout.destroy()
    child.stderr.destroy()
  }, pipeGrace)
  child.on('close', () => clearTimeout(cut))
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    return
  }
}

/**
 * A developer's own `HOST_*` settings never reach a test. All processes and threads of a run share the code that Node
 * has compiled, types stripped, which is most of the time that a small process or thread takes. Programs in Go (the
 * compiler of TypeScript, the linter) work on one core and collect garbage rarely: their parallel workers repeat work,
 * and the other lanes use the remaining cores.
 */
function environment(root: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('HOST_') || name === 'HOST_SOAK' || name.startsWith('HOST_TEST_'),
  )
  const compiled = join(root, 'node_modules/.cache/compiled')
  return {
    ...Object.fromEntries(kept),
    NODE_COMPILE_CACHE: compiled,
    GOMAXPROCS: '1',
    GOGC: '400',
    CI: 'true',
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
    NODE_TEST_CONTEXT: undefined,
  }
}

function outputFile(root: string, name: string): string {
  const folder = join(root, 'tests/output')
  mkdirSync(folder, { recursive: true })
  return join(folder, name.replaceAll(/[^a-z0-9.]+/g, '-'))
}
