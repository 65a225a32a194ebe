import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openCoherence } from '../../packages/host/src/security/coherence/open-coherence.ts'
import { DataAccess } from '../../packages/host/src/database/data-access.ts'
import { openDatabase } from '../../packages/host/src/database/open-database.ts'
import { CoherentIndex } from '../../packages/host/src/security/memory-index/coherent-index.ts'
import { models, type Tables } from '../../plugins/links/server/models.ts'
import { linkSource } from '../../plugins/links/server/redirect/link-source.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { standAlone } from '../harness/compare.ts'
import { fillLinks } from '../servers/fill-links.ts'
import { workspaceId } from '../servers/session-token.ts'

const mostLinks = 1_000_000

/** How long short links are read into memory, and how much of it they take. */
export const linkMemory: Benchmark = { name: 'link-memory', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const count = bench.scale.isTrial ? 10_000 : mostLinks
  const file = join(bench.folder, 'link-memory.db')
  await fillLinks(file, count, workspaceId(0))
  const database = await openDatabase({ url: file, durability: 'normal' })
  const { coherence } = openCoherence({ config: { databaseUrl: file }, worker: undefined, threadCode: undefined })
  try {
    const access = new DataAccess({ database, owners: [{ name: 'links', models }], onDoor: () => {} })
    const source = linkSource({ db: access.doors<Tables>('links') } as unknown as Parameters<typeof linkSource>[0])
    const before = residentBytes()
    const since = performance.now()
    const index = new CoherentIndex({
      plugin: 'links',
      coherence,
      log: silent,
      beforeAnswer: () => undefined,
      source,
      mostBytes: 1e9,
    })
    await index.fill()
    const seconds = (performance.now() - since) / 1_000
    const each = (residentBytes() - before) / index.held.keys
    const what = `${count} short links`
    const read = 'time to read them into memory'
    const held = 'resident memory of each'
    return [
      standAlone({ what, measure: read, unit: 's', goal: { atMost: 3 }, subject: { name: read, values: [seconds] } }),
      standAlone({ what, measure: held, unit: 'B', goal: { atMost: 250 }, subject: { name: held, values: [each] } }),
    ]
  } finally {
    await database.close()
  }
}

const silent = { debug() {}, info() {}, warn() {}, error() {} } as unknown as ConstructorParameters<
  typeof CoherentIndex
>[0]['log']

/** After a collection. */
function residentBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().rss
}
