import { formatCounts, type Counts } from './counts.ts'
import { runAgain, type EndedSuite } from './run-again.ts'
import { runSuite, type RunOptions, type SuiteResult } from './run-suite.ts'
import { SuiteQueue, turnsOf } from './suite-turns.ts'
import { slowestLines } from './slow-tests.ts'
import type { Suite } from './test-suites.ts'

/** Options of a whole run, and the minutes after which running suites are ended. */
export interface WholeRun extends Omit<RunOptions, 'deadline'> {
  readonly minutes: number
}

/** Runs suites, reports each as it ends, and runs few failures again. After `minutes` those that still run count as failed, and no other begins. */
export async function runAll(
  suites: readonly Suite[],
  { minutes, ...run }: WholeRun,
  print: (line: string) => void = console.log,
): Promise<Counts> {
  const options = { ...run, deadline: AbortSignal.timeout(minutes * 60_000) }
  const all: EndedSuite[] = []
  for (const turn of turnsOf(suites, run.isSoak)) {
    if (options.deadline.aborted) break
    const queue = new SuiteQueue(turn)
    const ended = await Promise.all(turn.map((_, lane) => runLane({ queue, lane }, options, print)))
    all.push(...ended.flat())
  }
  for (const line of slowestLines(all.flatMap(({ result }) => result.times ?? []))) print(line)
  const counts = await runAgain(all, options, print)
  if (options.deadline.aborted) print(`The whole run was ended after ${minutes} minutes.`)
  return counts
}

async function runLane(
  { queue, lane }: { readonly queue: SuiteQueue; readonly lane: number },
  options: RunOptions,
  print: (line: string) => void,
): Promise<readonly EndedSuite[]> {
  const ended: EndedSuite[] = []
  while (!options.deadline.aborted) {
    const suite = await queue.next(lane)
    if (suite === undefined || options.deadline.aborted) break
    const result = await runSuite(suite, options)
    for (const line of linesOf(suite.name, result)) print(line)
    ended.push({ suite, result })
    queue.end(suite)
  }
  return ended
}

function linesOf(name: string, { counts, output, problem, ...result }: SuiteResult): readonly string[] {
  const line = `${name.padEnd(20)} ${formatCounts(counts)}  ${timeOf(result)}`
  return problem === undefined ? [`ok     ${line}`] : [output.trimEnd(), `FAILED ${line}  ${problem}`]
}

function timeOf({ seconds, processorSeconds }: Pick<SuiteResult, 'seconds' | 'processorSeconds'>): string {
  const used = processorSeconds === undefined ? '' : `, ${processorSeconds.toFixed(1)} s of the processors`
  return `${seconds.toFixed(1)} s${used}`
}
