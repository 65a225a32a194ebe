import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openCheckout } from '../../packages/cli/src/build/checkout.ts'
import { inTreeNames } from '../../packages/cli/src/build/in-tree-plugins.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import { composeEdition } from '../editions/compose-edition.ts'
import { runExecutable } from '../editions/run-executable.ts'
import { writePlugins } from '../editions/write-plugins.ts'
import type { Bench } from '../harness/bench.ts'
import { standAlone } from '../harness/compare.ts'
import { interleave } from '../harness/interleave.ts'

const tablesEach = 2

/** How long an edition of 200 plugins with 400 tables takes to its first answer. */
export const largeEdition: Benchmark = { name: 'large-edition', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const count = bench.scale.isTrial ? 1 : 200 - inTreeNames(openCheckout().root).length
  const text = await writePlugins({ folder: join(bench.folder, 'plugins'), count, tables: tablesEach, hasWeb: false })
  const path = join(bench.folder, 'host')
  await composeEdition(text, path)
  const what = bench.scale.isTrial ? 'Start a small edition' : 'Start an executable with 200 plugins and 400 tables'
  const both = contenders(path, bench.folder)
  for (const { measure } of both) await measure()
  const samples = await interleave(both, bench.scale.rounds)
  return [...samples].map(([name, values]) =>
    standAlone({
      what,
      measure: `to the first answer, ${name}`,
      unit: 'ms',
      goal: { atMost: 1_500 },
      subject: { name, values },
    }),
  )
}

function contenders(path: string, parent: string): { readonly name: string; measure(): Promise<number> }[] {
  const [fresh, warm] = [join(parent, 'fresh'), join(parent, 'warm')]
  const boot = async (folder: string): Promise<number> => {
    await mkdir(folder, { recursive: true })
    return (await runExecutable({ path, folder, rest: 0 })).boot
  }
  return [
    {
      name: 'warm database',
      measure: async () => await boot(warm),
    },
    {
      name: 'new database',
      measure: async () => {
        await rm(fresh, { recursive: true, force: true })
        return await boot(fresh)
      },
    },
  ]
}
