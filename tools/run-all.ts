import { formatCounts, sumCounts, type Counts } from './counts.ts'
import { runSuite, type RunOptions, type SuiteResult } from './run-suite.ts'
import { turnsOf, type Lane } from './suite-turns.ts'
import type { Suite } from './test-suites.ts'

/** Options of a whole run, and the minutes after which running suites are ended. */
export interface WholeRun extends Omit<RunOptions, 'deadline'> {
  readonly minutes: number
}

/** Runs suites, and reports each as it ends. After `minutes` those that still run count as failed, and no other begins. */
export async function runAll(
  suites: readonly Suite[],
  { minutes, ...run }: WholeRun,
  print: (line: string) => void = console.log,
): Promise<Counts> {
  const options = { ...run, deadline: AbortSignal.timeout(minutes * 60_000) }
  const all: Counts[] = []
  for (const lanes of turnsOf(suites, run.isSoak)) {
    if (options.deadline.aborted) break
    const counts = await Promise.all(lanes.map((lane) => runInOrder(lane, options, print)))
    all.push(...counts.flat())
  }
  if (options.deadline.aborted) print(`The whole run was ended after ${minutes} minutes.`)
  return sumCounts(all)
}

async function runInOrder(lane: Lane, options: RunOptions, print: (line: string) => void): Promise<readonly Counts[]> {
  const counts: Counts[] = []
  for (const suite of lane) {
    if (options.deadline.aborted) break
    const result = await runSuite(suite, options)
    for (const line of linesOf(suite.name, result)) print(line)
    counts.push(result.counts)
  }
  return counts
}

function linesOf(name: string, { counts, seconds, output, problem }: SuiteResult): readonly string[] {
  const line = `${name.padEnd(20)} ${formatCounts(counts)}  ${seconds.toFixed(1)} s`
  return problem === undefined ? [`ok     ${line}`] : [output.trimEnd(), `FAILED ${line}  ${problem}`]
}
