import { join } from 'node:path'
import { DataAccess } from '../../packages/host/src/database/data-access.ts'
import { migrate } from '../../packages/host/src/database/migrate/migrate.ts'
import { openDatabase } from '../../packages/host/src/database/open-database.ts'
import type { ScopedDatabase } from '../../packages/plugin/src/index.ts'
import { facets, type Facet } from '../../plugins/links/shared.ts'
import { models, type Tables } from '../../plugins/links/server/models.ts'
import { statisticsOf } from '../../plugins/links/server/clicks/statistics.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { standAlone } from '../harness/compare.ts'
import { workspaceId } from '../servers/session-token.ts'

const clicks = 10_000_000
const days = 30
const hour = 3_600_000
const first = Date.parse('2026-01-01T00:00:00Z')

/** Different values that an hour of a busy workspace has of each facet. */
const variety: Readonly<Record<Facet, number>> = {
  country: 60,
  city: 100,
  device: 5,
  browser: 20,
  system: 10,
  language: 30,
  referrer: 100,
  source: 10,
  medium: 5,
  campaign: 20,
  rule: 0,
  version: 0,
}

/** The chart and facets of 30 days with ten million clicks, from the counts of their hours. */
export const linkStatistics: Benchmark = { name: 'link-statistics', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const database = await openDatabase({ url: join(bench.folder, 'statistics.db'), durability: 'normal' })
  try {
    const owners = [{ name: 'links', models }]
    await migrate(database, owners)
    const access = new DataAccess({ database, owners, onDoor: () => {} })
    const db = access.inWorkspace<Tables>('links', workspaceId(0))
    await fill(db, bench.scale.isTrial ? 2 : days)
    const values: number[] = []
    for (let round = 0; round < bench.scale.rounds * 3; round += 1) {
      const since = performance.now()
      await statisticsOf(db, { from: '2026-01-01', to: '2026-01-30', timeZone: 'Europe/Berlin' })
      values.push(performance.now() - since)
    }
    const subject = { name: 'statistics', values }
    const what = `Statistics of ${days} days with ${clicks} clicks`
    return [standAlone({ what, measure: 'time of the answer', unit: 'ms', goal: { atMost: 100 }, subject })]
  } finally {
    await database.close()
  }
}

async function fill(db: ScopedDatabase<Tables>, filledDays: number): Promise<void> {
  const perHour = Math.round(clicks / (days * 24))
  for (let at = 0; at < filledDays * 24; at += 1) {
    const place = { link_id: '', hour: new Date(first + at * hour).toISOString() }
    const visitors = Math.round(perHour / 2)
    await db
      .insertInto('links_hours')
      .values({ ...place, clicks: perHour, visitors })
      .execute()
    const counts = facets.flatMap((facet) =>
      Array.from({ length: variety[facet] }, (_, value) => ({
        ...place,
        facet,
        value: `${facet} ${value}`,
        clicks: Math.round(perHour / (value + 2)),
      })),
    )
    await db.insertInto('links_facets').values(counts).execute()
  }
}
