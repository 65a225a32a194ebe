import { sumCounts, type Counts } from './counts.ts'
import { runSuite, type RunOptions, type SuiteResult } from './run-suite.ts'
import type { Suite } from './test-suites.ts'

/** A suite that ended, and how. */
export interface EndedSuite {
  readonly suite: Suite
  readonly result: SuiteResult
}

/** More files than these don't fail by chance. */
const mostFiles = 6

/**
 * Runs the failed test files once more, with nothing beside them, where at most six failed in the whole run: browsers
 * and clocks depend on what else the cores do. A file that passes then is named in the output, so that its test gets
 * mended. A soak takes every failure as it is.
 * @returns the counts of all suites, with the second runs in place of the first
 */
export async function runAgain(
  ended: readonly EndedSuite[],
  options: RunOptions,
  print: (line: string) => void,
): Promise<Counts> {
  const failed = ended.filter(({ result }) => result.problem !== undefined)
  const files = failed.map(({ suite, result }) => failedFiles(suite, result))
  const isByChance = !options.isSoak && !files.includes(undefined) && files.flat().length <= mostFiles
  const counts: Counts[] = []
  for (const one of ended) {
    const again = isByChance && failed.includes(one) ? await runFailed(one, options, print) : undefined
    counts.push(again ?? one.result.counts)
  }
  return sumCounts(counts)
}

/** The files of the tests that failed; none is known where a suite failed as a whole. */
export function failedFiles(suite: Suite, { counts, output }: SuiteResult): readonly string[] | undefined {
  if (suite.kind === 'command') return undefined
  const places = [...output.matchAll(/^✗ .* \((\/\S+\.test\.(?:tsx?|mjs)):\d+\)$/gm)].map(([, file = '']) => file)
  return places.length < counts.failed ? undefined : [...new Set(places)]
}

async function runFailed(
  { suite, result }: EndedSuite,
  options: RunOptions,
  print: (line: string) => void,
): Promise<Counts | undefined> {
  const files = failedFiles(suite, result)
  if (suite.kind === 'command' || files === undefined || options.deadline.aborted) return undefined
  const again = await runSuite({ ...suite, name: `${suite.name} again`, files }, options)
  for (const file of files) print(`${again.problem === undefined ? 'PASSED' : 'FAILED'} when run again: ${file}`)
  if (again.problem !== undefined) {
    print(again.output.trimEnd())
    return undefined
  }
  const { passed, failed, skipped } = result.counts
  return { passed: passed + failed, failed: 0, skipped }
}
