import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Benchmark, Row } from '../benchmark.ts'
import { bundleEdition, type EditionStart } from '../editions/bundle-edition.ts'
import type { Bench } from '../harness/bench.ts'
import { standAlone } from '../harness/compare.ts'
import { loadedChannel, type StartTurns } from '../process/start-turns.ts'

/** The longest turns of the event loop before a server with all plugins listens, in CPU time. */
export const startTurns: Benchmark = { name: 'start-turns', run }

const root = join(import.meta.dirname, '../..')
const preload = join(import.meta.dirname, '../process/report-turns.ts')
const patience = 120_000

/** As an executable, whose schemas were checked when it was composed. */
const start: EditionStart = {
  name: 'start',
  imports: [
    `import { channel } from 'node:diagnostics_channel'`,
    `import { createHost, readConfig } from '${root}/packages/host/src/index.ts'`,
    `import { openAssets } from '${root}/packages/cli/src/embedded/assets.ts'`,
    `import { readBuild } from '${root}/packages/cli/src/embedded/read-build.ts'`,
    `import { pluginEntries } from '${root}/packages/cli/src/plugin-entries.ts'`,
  ],
  run: (edition) => `channel('${loadedChannel}').publish({})
const assets = openAssets(archive)
const plugins = pluginEntries(${edition}, readBuild(assets))
const config = readConfig(process.env)
const threadCode = assets.text
const host = await createHost({ plugins, config, threadCode, areSchemasChecked: true, announce: () => undefined })
await host.listen()`,
}

async function run({ folder, scale }: Bench): Promise<readonly Row[]> {
  const place = join(folder, 'start-turns')
  await mkdir(place)
  const program = await bundleEdition(place, undefined, start)
  // The first start makes the database and compiles the code.
  await measure(program, place)
  const samples: StartTurns[] = []
  for (let round = 0; round < scale.rounds; round += 1) samples.push(await measure(program, place))
  const row = (measured: string, turns: keyof StartTurns) =>
    standAlone({
      what: 'Longest turn before a server with all plugins listens',
      measure: measured,
      unit: 'ms',
      goal: { atMost: 50 },
      subject: { name: 'host', values: samples.map((sample) => sample[turns]) },
    })
  return [row('CPU, loading the modules', 'loading'), row('CPU, from then on', 'starting')]
}

async function measure(program: readonly string[], folder: string): Promise<StartTurns> {
  const child = spawn(process.execPath, ['--import', preload, ...program], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOST_LISTEN: '127.0.0.1:0', HOST_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  try {
    const [turns] = (await once(child, 'message', { signal: AbortSignal.timeout(patience) })) as [StartTurns]
    return turns
  } finally {
    child.kill('SIGKILL')
    await exited
  }
}
