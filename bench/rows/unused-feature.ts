import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Benchmark, Row } from '../benchmark.ts'
import { buildWithout } from '../editions/build-without.ts'
import { runExecutable, type ExecutableSample } from '../editions/run-executable.ts'
import type { Bench } from '../harness/bench.ts'
import { compareDifference, type Series } from '../harness/compare.ts'
import { interleave } from '../harness/interleave.ts'

const feature = 'domains'
const whole = 'the product'
const without = `the product without ${feature}`
/** A start varies more than the difference that is sought, so there are more rounds than elsewhere. */
const roundsTimes = 3

/** Cost of an unused feature: the addition of the largest plugin to the start and to the idle process. */
export const unusedFeature: Benchmark = { name: 'unused-feature', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const series = await runBoth(bench)
  const both = (property: keyof ExecutableSample): { readonly subject: Series; readonly baseline: Series } => ({
    subject: series(whole, property),
    baseline: series(without, property),
  })
  const start = { what: `Start with the unused feature ${feature}`, unit: 'ms' } as const
  return [
    compareDifference({ ...start, measure: 'to the first answer, warm database', ...both('boot') }),
    compareDifference({ ...start, measure: 'CPU to the first answer', goal: { atMost: 10 }, ...both('cpu') }),
    compareDifference({
      what: `Keep the unused feature ${feature}`,
      measure: 'resident memory, idle',
      unit: 'MB',
      goal: { atMost: 3 },
      ...both('memory'),
    }),
  ]
}

async function runBoth(bench: Bench): Promise<(name: string, property: keyof ExecutableSample) => Series> {
  const { scale, folder } = bench
  const editions = [
    [whole, []],
    [without, [feature]],
  ] as const
  const contenders = []
  for (const [index, [name, left]] of editions.entries()) {
    const [path, home] = [join(folder, `host-${index}`), join(folder, `run-${index}`)]
    await buildWithout({ without: left, output: path, scratch: join(folder, `scratch-${index}`) })
    await mkdir(home)
    const measure = (): Promise<ExecutableSample> =>
      runExecutable({ path, folder: home, rest: scale.isTrial ? 20 : 1_200 })
    await measure()
    contenders.push({ name, measure })
  }
  const samples = await interleave(contenders, scale.isTrial ? 1 : scale.rounds * roundsTimes)
  return (name, property) => ({ name, values: (samples.get(name) ?? []).map((sample) => sample[property]) })
}
