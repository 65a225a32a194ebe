import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openCheckout } from '../../packages/cli/src/build/checkout.ts'
import { inTreeNames } from '../../packages/cli/src/build/in-tree-plugins.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import { composeEdition } from '../editions/compose-edition.ts'
import { buildHelloWorld } from '../editions/hello-world.ts'
import { runExecutable, type ExecutableSample } from '../editions/run-executable.ts'
import { writePlugins } from '../editions/write-plugins.ts'
import type { Bench } from '../harness/bench.ts'
import { compareDifference, standAlone, type Series } from '../harness/compare.ts'
import { interleave } from '../harness/interleave.ts'

const host = 'host'
const hello = 'hello world of the same runtime'

/** Cost of building, shipping, starting and running an executable of 20 plugins. */
export const executable: Benchmark = { name: 'executable', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const plugins = bench.scale.isTrial ? inTreeNames(openCheckout().root).length + 1 : 20
  const paths = { [host]: join(bench.folder, 'host'), [hello]: join(bench.folder, 'hello') } as const
  const built = await build(bench, plugins, paths[host])
  await mkdir(join(bench.folder, 'scratch'))
  await buildHelloWorld(paths[hello], join(bench.folder, 'scratch'))
  const size = async (name: typeof host | typeof hello): Promise<Series> => ({
    name,
    values: [(await stat(paths[name])).size / 1e6],
  })
  const sizes = { subject: await size(host), baseline: await size(hello) }
  const series = await runBoth(bench, paths)
  const both = (property: keyof ExecutableSample): { readonly subject: Series; readonly baseline: Series } => ({
    subject: series(host, property),
    baseline: series(hello, property),
  })
  const what = (deed: string): string => `${deed} an executable with ${plugins} plugins`
  return [
    compareDifference({
      what: what('Start'),
      measure: 'to the first answer, warm database',
      unit: 'ms',
      goal: { atMost: 250 },
      ...both('boot'),
    }),
    compareDifference({
      what: what('Keep'),
      measure: 'resident memory, idle',
      unit: 'MB',
      goal: { atMost: 60 },
      ...both('memory'),
    }),
    compareDifference({ what: what('Ship'), measure: 'size', unit: 'MB', goal: { atMost: 25 }, ...sizes }),
    standAlone({
      what: what('Compose'),
      measure: 'clock, warm caches',
      unit: 's',
      goal: { atMost: 20 },
      subject: { name: host, values: built },
    }),
  ]
}

/** Composes once to fill the caches, then once a round. @returns seconds of each round */
async function build({ folder, scale }: Bench, plugins: number, output: string): Promise<readonly number[]> {
  const count = plugins - inTreeNames(openCheckout().root).length
  const text = await writePlugins({ folder: join(folder, 'plugins'), count, tables: 1, hasWeb: true })
  const seconds: number[] = []
  const rounds = scale.isTrial ? 1 : 5
  if (!scale.isTrial) await composeEdition(text, output)
  for (let round = 0; round < rounds; round += 1) seconds.push(await composeEdition(text, output))
  return seconds
}

async function runBoth(
  bench: Bench,
  paths: Readonly<Record<string, string>>,
): Promise<(name: string, property: keyof ExecutableSample) => Series> {
  const rest = bench.scale.isTrial ? 20 : 1_000
  const contenders = Object.entries(paths).map(([name, path], index) => {
    const folder = join(bench.folder, `run-${index}`)
    return { name, folder, measure: () => runExecutable({ path, folder, rest }) }
  })
  for (const { folder, measure } of contenders) {
    await mkdir(folder)
    await measure()
  }
  const samples = await interleave(contenders, bench.scale.rounds)
  return (name, property) => ({ name, values: (samples.get(name) ?? []).map((sample) => sample[property]) })
}
