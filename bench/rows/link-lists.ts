import { join } from 'node:path'
import { DataAccess } from '../../packages/host/src/database/data-access.ts'
import { openDatabase } from '../../packages/host/src/database/open-database.ts'
import { models, type Tables } from '../../plugins/links/server/models.ts'
import { linksPage } from '../../plugins/links/server/links/link-list.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { standAlone } from '../harness/compare.ts'
import { fillLinks, linksHost } from '../servers/fill-links.ts'
import { workspaceId } from '../servers/session-token.ts'

const mostLinks = 1_000_000

/** Pages of the list of links, as its endpoint reads them. */
const pages = {
  list: [{}],
  filter: [{ host: linksHost }, { isEnabled: false }, { isArchived: true }],
  sort: [{ sort: 'slug' }, { sort: '-title' }, { sort: 'createdAt' }],
  // Words of a thousandth and a hundredth of all links, one of none, and one that all have.
  search: [{ q: '4217' }, { q: '421' }, { q: '-421' }, { q: 'campaigns 4217' }, { q: 'none' }],
} as const

const parts = { clock: Date.now, edge: { originOf: (host: string) => `https://${host}` } } as unknown as Parameters<
  typeof linksPage
>[0]

/** The list of short links with a million of them. */
export const linkLists: Benchmark = { name: 'link-lists', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const count = bench.scale.isTrial ? 10_000 : mostLinks
  const file = join(bench.folder, 'link-lists.db')
  await fillLinks(file, count, workspaceId(0))
  console.error('filled')
  const database = await openDatabase({ url: file, durability: 'normal' })
  try {
    const access = new DataAccess({ database, owners: [{ name: 'links', models }], onDoor: () => {} })
    const db = access.inWorkspace<Tables>('links', workspaceId(0))
    const rows: Row[] = []
    for (const [name, inputs] of Object.entries(pages)) {
      const values: number[] = []
      const all = Array.from({ length: bench.scale.rounds * 3 }, () => inputs).flat()
      for (const input of all) values.push(await timeOf(() => linksPage(parts, db, input)))
      const what = `Page of ${count} short links: ${name}`
      const goal = { atMost: 50 }
      rows.push(standAlone({ what, measure: 'time of a page', unit: 'ms', goal, subject: { name, values } }))
    }
    return rows
  } finally {
    await database.close()
  }
}

async function timeOf(read: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await read()
  return performance.now() - since
}
