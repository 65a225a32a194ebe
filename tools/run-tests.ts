import { join } from 'node:path'
import { formatCounts, sumCounts, type Counts } from './counts.ts'
import { runSuite, type SuiteResult } from './run-suite.ts'
import { suites, type Suite } from './test-suites.ts'

const root = join(import.meta.dirname, '..')
const isSoak = process.env['HOST_SOAK'] === '1'

/** `pnpm test` runs every suite; `pnpm test web tools` runs those whose name begins with one of the words. */
async function main(words: readonly string[]): Promise<void> {
  const chosen = suites.filter(({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)))
  const all: Counts[] = []
  for (const lanes of inTurn(chosen)) {
    const counts = await Promise.all(lanes.map((lane) => runInOrder(lane)))
    all.push(...counts.flat())
  }
  const { passed, failed, skipped } = sumCounts(all)
  if (chosen.length === 0) console.log(`No suite begins with ${words.join(', ')}.`)
  if (skipped > 0) console.log(`${skipped} skipped`)
  const failures = chosen.length === 0 ? 1 : failed
  process.exitCode = failures > 0 ? 1 : 0
  console.log(`${passed} passed, ${failures} failed`)
}

/** Suites in their order, each with a lane of those that run beside it. In a soak each has the machine to itself. */
function inTurn(chosen: readonly Suite[]): readonly (readonly (readonly Suite[])[])[] {
  const turns: Suite[][][] = []
  for (const suite of chosen) {
    const isBeside = suite.kind !== 'command' && suite.isBeside === true && !isSoak
    const last = turns.at(-1)
    if (!isBeside || last === undefined) turns.push([[suite]])
    else if (last[1] === undefined) last.push([suite])
    else last[1].push(suite)
  }
  return turns
}

async function runInOrder(lane: readonly Suite[]): Promise<readonly Counts[]> {
  const counts: Counts[] = []
  for (const suite of lane) {
    const result = await runSuite(suite, { root, isSoak })
    report(suite.name, result)
    counts.push(result.counts)
  }
  return counts
}

function report(name: string, { counts, seconds, output, problem }: SuiteResult): void {
  if (problem !== undefined) console.log(output.trimEnd())
  const mark = problem === undefined ? 'ok    ' : 'FAILED'
  const reason = problem === undefined ? '' : `  ${problem}`
  console.log(`${mark} ${name.padEnd(20)} ${formatCounts(counts)}  ${seconds.toFixed(1)} s${reason}`)
}

await main(process.argv.slice(2))
