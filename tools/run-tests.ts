import { join } from 'node:path'
import { formatCounts, sumCounts, type Counts } from './counts.ts'
import { runSuite, type SuiteResult } from './run-suite.ts'
import { suites } from './test-suites.ts'

const root = join(import.meta.dirname, '..')
const isSoak = process.env['HOST_SOAK'] === '1'

/** `pnpm test` runs every suite; `pnpm test web tools` runs those whose name begins with one of the words. */
async function main(words: readonly string[]): Promise<void> {
  const chosen = suites.filter(({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)))
  const all: Counts[] = []
  for (const suite of chosen) {
    const result = await runSuite(suite, { root, isSoak })
    report(suite.name, result)
    all.push(result.counts)
  }
  const { passed, failed, skipped } = sumCounts(all)
  if (chosen.length === 0) console.log(`No suite begins with ${words.join(', ')}.`)
  if (skipped > 0) console.log(`${skipped} skipped`)
  const failures = chosen.length === 0 ? 1 : failed
  process.exitCode = failures > 0 ? 1 : 0
  console.log(`${passed} passed, ${failures} failed`)
}

function report(name: string, { counts, seconds, output, problem }: SuiteResult): void {
  if (problem !== undefined) console.log(output.trimEnd())
  const mark = problem === undefined ? 'ok    ' : 'FAILED'
  const reason = problem === undefined ? '' : `  ${problem}`
  console.log(`${mark} ${name.padEnd(20)} ${formatCounts(counts)}  ${seconds.toFixed(1)} s${reason}`)
}

await main(process.argv.slice(2))
