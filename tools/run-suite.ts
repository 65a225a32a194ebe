import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { readCounts, type Counts } from './counts.ts'
import type { Suite } from './test-suites.ts'

/** What became of a suite: its counts, and what to show when it failed. */
export type SuiteResult = { counts: Counts; seconds: number; output: string; problem?: string }

type Ending = { exitCode: number | null; timedOut: boolean; output: string }
type RunOptions = { root: string; isSoak: boolean }

const soakFactor = 20

/** Runs one suite in a process group of its own, ended as a whole when its time is over. */
export async function runSuite(suite: Suite, { root, isSoak }: RunOptions): Promise<SuiteResult> {
  const started = performance.now()
  const minutes = suite.minutes * (isSoak ? soakFactor : 1)
  const ending = await runProcess(commandOf(suite), { cwd: root, milliseconds: minutes * 60_000 })
  const seconds = (performance.now() - started) / 1000
  keepLog(root, suite.name, ending.output)
  return { seconds, output: ending.output, ...judge(suite, ending, minutes) }
}

function commandOf(suite: Suite): readonly string[] {
  const node = process.execPath
  if (suite.kind === 'web') {
    return [node, 'node_modules/vitest/vitest.mjs', 'run', '--reporter=./tools/vitest-reporter.ts']
  }
  if (suite.kind === 'command') {
    return suite.command.map((part, index) => (index === 0 && part === 'node' ? node : part))
  }
  const flags = ['--conditions=source', '--test', '--test-isolation=none', '--test-reporter=./tools/test-reporter.ts']
  return [node, ...flags, '--test-reporter-destination=stdout', ...suite.files]
}

/** The verdict is pessimistic: no counts, no tests, a lost exit code or a late end are each a failure. */
export function judge(suite: Suite, ending: Ending, minutes: number): { counts: Counts; problem?: string } {
  const isStep = suite.kind === 'command'
  const said = readCounts(ending.output) ?? { passed: isStep && ending.exitCode === 0 ? 1 : 0, failed: 0, skipped: 0 }
  if (ending.timedOut) return fail(said, `did not end within ${minutes} minutes`)
  if (said.failed > 0) return { counts: said, problem: `${said.failed} failed` }
  if (ending.exitCode !== 0) return fail(said, `ended with exit code ${ending.exitCode ?? 'none'}`)
  if (said.passed === 0) return fail(said, 'ran no test')
  return { counts: said }
}

function fail(counts: Counts, problem: string): { counts: Counts; problem: string } {
  return { counts: { ...counts, failed: counts.failed + 1 }, problem }
}

function runProcess(command: readonly string[], limits: { cwd: string; milliseconds: number }): Promise<Ending> {
  const [file = '', ...args] = command
  const options = { cwd: limits.cwd, detached: true, env: environment() }
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks: Buffer[] = []
  const keep = (chunk: Buffer): number => chunks.push(chunk)
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    endGroup(child)
  }, limits.milliseconds)
  return new Promise((resolve) => {
    child.on('error', (error) => keep(Buffer.from(`${error.message}\n`)))
    child.on('exit', () => endGroup(child))
    child.on('close', (exitCode) => {
      clearTimeout(timer)
      resolve({ exitCode, timedOut, output: Buffer.concat(chunks).toString('utf8') })
    })
  })
}

const pipeGrace = 2000

/**
 * Ends what a suite left behind too: a server that outlives its test holds a port. One that left the group would hold
 * the pipe as well, so the pipe is cut a moment later.
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

/** A developer's own `HOST_*` settings never reach a test. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('HOST_') || name === 'HOST_SOAK' || name.startsWith('HOST_TEST_'),
  )
  return { ...Object.fromEntries(kept), CI: 'true', NO_COLOR: '1', FORCE_COLOR: undefined }
}

function keepLog(root: string, name: string, output: string): void {
  const folder = join(root, 'tests/output')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name.replaceAll(/[^a-z0-9]+/g, '-')}.log`), output)
}
