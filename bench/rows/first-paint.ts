import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Benchmark, Row } from '../benchmark.ts'
import { composeEdition } from '../editions/compose-edition.ts'
import type { Bench } from '../harness/bench.ts'
import { compareRatio, standAlone, type Series } from '../harness/compare.ts'

const program = join(import.meta.dirname, '../../tests/e2e/measure-first-paint.ts')
const patience = 280_000
const what = 'Open the overview on Fast 3G with a quarter of the processor and an empty cache'

/** Milliseconds of one opening. */
interface Opening {
  readonly frame: number
  readonly use: number
}

/** How long a signed-in user on a slow line waits for the overview. */
export const firstPaint: Benchmark = { name: 'first-paint', run }

async function run({ scale, folder }: Bench): Promise<readonly Row[]> {
  const args = ['--conditions=source', program, ...(scale.isTrial ? ['1'] : ['3', await composeProduct(folder)])]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: patience })
  const { overview, bare } = JSON.parse(stdout) as Record<'overview' | 'bare', readonly Opening[]>
  const use: Series = { name: 'the overview', values: overview.map((opening) => opening.use) }
  const frame: Series = { name: 'its frame', values: overview.map((opening) => opening.frame) }
  const baseline: Series = { name: 'a page of plain HTML', values: bare.map((opening) => opening.use) }
  return [
    bestOf(use, { measure: 'until it is of use, best of three', atMost: 2_500 }),
    bestOf(frame, { measure: 'from the page to its frame, best of three', atMost: 300 }),
    compareRatio({ what, measure: 'until it is of use', unit: 'ms', subject: use, baseline }),
  ]
}

async function composeProduct(folder: string): Promise<string> {
  const path = join(folder, 'host')
  await composeEdition('', path)
  return path
}

/** The best counts: a machine that does other things makes a page slower, and never faster. */
function bestOf(subject: Series, { measure, atMost }: { readonly measure: string; readonly atMost: number }): Row {
  const best = { value: Math.min(...subject.values), unit: 'ms' as const }
  return { ...standAlone({ what, measure, unit: 'ms', goal: { atMost }, subject }), compared: best, absolute: best }
}
