import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Benchmark, Row } from '../benchmark.ts'
import { bundleEdition } from '../editions/bundle-edition.ts'
import { runProgram, type StartSample } from '../editions/run-program.ts'
import type { Bench } from '../harness/bench.ts'
import { compareDifference } from '../harness/compare.ts'
import { interleave } from '../harness/interleave.ts'

/** Plugins that a build may leave out. Those who don't use them must not pay for them. */
const features = ['links', 'mail', 'products', 'plans'] as const
const whole = 'all plugins'

/** Cost of a feature that no workspace uses: the edition against the one without it. */
export const unused: Benchmark = { name: 'unused', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const measured = bench.scale.isTrial ? features.slice(0, 1) : features
  const contenders = []
  for (const leftOut of [undefined, ...measured]) contenders.push(await contender(bench, leftOut))
  // The first start makes the database and compiles the code.
  for (const { measure } of contenders) await measure()
  const samples = await interleave(contenders, bench.scale.rounds)
  const series = (name: string, property: keyof StartSample) => ({
    name,
    values: (samples.get(name) ?? []).map((sample) => sample[property]),
  })
  return measured.flatMap((feature) => {
    const row = (property: keyof StartSample) => ({
      what: `Start with ${feature}, unused`,
      subject: series(whole, property),
      baseline: series(nameOf(feature), property),
    })
    return [
      compareDifference({ ...row('cpu'), measure: 'CPU to the first answer', unit: 'ms', goal: { atMost: 10 } }),
      compareDifference({ ...row('memory'), measure: 'resident memory, idle', unit: 'MB', goal: { atMost: 3 } }),
    ]
  })
}

async function contender({ folder, scale }: Bench, leftOut: string | undefined) {
  const name = nameOf(leftOut)
  const place = join(folder, name.replace(' ', '-'))
  await mkdir(place)
  const program = await bundleEdition(place, leftOut)
  const measure = async () => await runProgram({ program, folder: place, rest: scale.isTrial ? 20 : 500 })
  return { name, measure }
}

function nameOf(leftOut: string | undefined): string {
  return leftOut === undefined ? whole : `without ${leftOut}`
}
