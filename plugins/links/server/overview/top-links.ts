import { domainToUnicode } from 'node:url'
import { Problem, type ScopedDatabase } from '@host/plugin'
import { linkLimits, listTopLinks, type TopLink } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { LinksMux } from '../parts.ts'

interface Days {
  readonly from: string
  readonly to: string
  readonly timeZone: string
}

/** Routes of the overview. */
export function mountOverview(mux: LinksMux): void {
  mux.endpoint(listTopLinks, async ({ db, input }) => ({ items: await topLinks(db, input) }))
}

async function topLinks(db: ScopedDatabase<Tables>, { from, to, timeZone }: Days): Promise<TopLink[]> {
  const [since, until] = spanOf(from, to, timeZone)
  const reads = db.backgroundReads()
  const rows = await reads
    .selectFrom('links_hours')
    .select(({ fn }) => ['link_id', fn.sum<number>('clicks').as('clicks')])
    .where('hour', '>=', since)
    .where('hour', '<', until)
    .where('link_id', '!=', '')
    .where('clicks', '>', 0)
    .groupBy('link_id')
    .orderBy('clicks', 'desc')
    .orderBy('link_id')
    .limit(linkLimits.topLinks)
    .execute()
  if (rows.length === 0) return []
  const ids = rows.map(({ link_id }) => link_id)
  const links = await reads
    .selectFrom('links_links')
    .select(['id', 'host', 'slug', 'title'])
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(links.map((link) => [link.id, link]))
  return rows.flatMap(({ link_id, clicks }) => {
    const link = byId.get(link_id)
    // The counts of a deleted link go a moment after it.
    if (link === undefined) return []
    return [{ id: link.id, name: `${domainToUnicode(link.host)}/${link.slug}`, title: link.title, clicks }]
  })
}

const longest = linkLimits.statisticDays * 86_400_000

/** The first moment of the days, and the first one after them. @throws Problem `invalid_input` */
function spanOf(from: string, to: string, timeZone: string): readonly [since: string, until: string] {
  const length = Date.parse(to) - Date.parse(from)
  if (length < 0 || length >= longest) throw invalid('to', wrongRange)
  const startOf = (date: Temporal.PlainDate): string =>
    new Date(date.toZonedDateTime(timeZone).epochMilliseconds).toISOString()
  try {
    return [startOf(Temporal.PlainDate.from(from)), startOf(Temporal.PlainDate.from(to).add({ days: 1 }))]
  } catch (error) {
    throw invalid('timeZone', wrongZone, error)
  }
}

function invalid(path: string, message: typeof wrongZone, cause?: unknown): Problem {
  return new Problem('invalid_input', { errors: [{ path, message }], cause })
}

const wrongZone = { en: 'Enter a time zone such as Europe/Berlin.', zh: '请输入时区，例如 Europe/Berlin。' }
const wrongRange = {
  en: `Choose 1 to ${linkLimits.statisticDays} days.`,
  zh: `请选择 1 到 ${linkLimits.statisticDays} 天。`,
}
