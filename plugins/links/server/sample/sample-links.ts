/**
 * Sample data of a workspace: links on a host that cannot be owned, below `.example` (RFC 2606 §2), with the clicks of two weeks. They
 * lead nowhere; their pages show how statistics look.
 */
import type { Language, Queries, WorkspaceScope } from '@host/plugin'
import { facets, type Facet } from '../../shared.ts'
import type { Tables } from '../models.ts'
import { countFewer, countMore } from '../links/link-totals.ts'
import { linkTables } from '../clicks/click-models.ts'
import { linkKey } from '../redirect/index-key.ts'
import { countForWorkspace, uncountForWorkspace } from './workspace-counts.ts'

type Scope = WorkspaceScope<Tables>

export const sampleHost = 'go.practice.example'

const days = 14
const day = 86_400_000

interface SampleLink {
  readonly slug: string
  readonly title: string
  /** Clicks of a day. */
  readonly clicks: number
}

/** @returns the IDs of the host and the links */
export async function addSampleLinks({ db, orgId, userId, language, now }: Scope): Promise<readonly string[]> {
  return await db.transaction(async (tx) => {
    const host = await tx
      .insertInto('links_hosts')
      .values({ host: sampleHost })
      .returning('id')
      .executeTakeFirstOrThrow()
    const ids = [host.id]
    for (const { slug, title, clicks } of samples(language)) {
      await countMore(tx, 1)
      const values = {
        index_key: linkKey({ own: { orgId, host: sampleHost }, isCaseSensitive: false }, slug),
        host: sampleHost,
        slug,
        title,
        url: `https://www.example.com/${slug}`,
        created_by: userId,
      }
      const { id } = await tx.insertInto('links_links').values(values).returning('id').executeTakeFirstOrThrow()
      await addClicks(tx, { linkId: id, clicks, now: now().getTime() })
      ids.push(id)
    }
    await countForWorkspace(tx, ids)
    return ids
  })
}

/** Removes them with everything that was counted of them, for the workspace too. */
export async function removeSampleLinks({ db }: Scope, ids: readonly string[]): Promise<void> {
  await db.transaction(async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('links_links').where('host', '=', sampleHost).executeTakeFirst()
    await countFewer(tx, Number(numDeletedRows))
    await tx.deleteFrom('links_totals').where('links', '=', 0).execute()
    await tx.deleteFrom('links_hosts').where('id', 'in', ids).execute()
    await uncountForWorkspace(tx, ids)
    for (const table of linkTables) {
      await tx.deleteFrom(table).where('link_id', 'in', ids).execute()
    }
  })
}

interface SampleClicks {
  readonly linkId: string
  readonly clicks: number
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The counts of one hour a day, which differ from day to day by a fixed pattern. */
async function addClicks(tx: Queries<Tables>, { linkId, clicks, now }: SampleClicks): Promise<void> {
  const noon = Math.floor(now / day) * day + day / 2
  const hours = Array.from({ length: days }, (_, at) => {
    const count = clicks + ((at * 7) % 5) * Math.ceil(clicks / 4)
    const hour = new Date(noon - (at + 1) * day).toISOString()
    return { link_id: linkId, hour, clicks: count, visitors: Math.ceil(count * 0.8), robots: at % 3 }
  })
  await tx.insertInto('links_hours').values(hours).execute()
  const sum = hours.reduce((clicks_, hour) => clicks_ + hour.clicks, 0)
  await tx.insertInto('links_sums').values({ link_id: linkId, clicks: sum }).execute()
  const counts = hours.flatMap(({ hour, clicks: count }) =>
    facets.flatMap((facet) =>
      shares[facet].map(([value, share]) => ({
        link_id: linkId,
        hour,
        facet,
        value,
        clicks: Math.round(count * share),
      })),
    ),
  )
  await tx.insertInto('links_facets').values(counts).execute()
}

const shares: Readonly<Record<Facet, readonly (readonly [value: string, share: number])[]>> = {
  country: [['', 1]],
  city: [['', 1]],
  device: [
    ['phone', 0.6],
    ['desktop', 0.4],
  ],
  browser: [
    ['Mobile Safari', 0.35],
    ['Chrome', 0.4],
    ['Firefox', 0.25],
  ],
  system: [
    ['iOS', 0.35],
    ['Android', 0.25],
    ['Windows', 0.4],
  ],
  language: [
    ['en', 0.7],
    ['zh', 0.3],
  ],
  referrer: [
    ['', 0.55],
    ['news.example', 0.3],
    ['search.example', 0.15],
  ],
  source: [],
  medium: [],
  campaign: [],
  rule: [],
  version: [['1', 1]],
}

function samples(language: Language): readonly SampleLink[] {
  const titles = {
    en: ['Autumn campaign', 'Poster in the shop', 'Newsletter'],
    zh: ['秋季活动', '店内海报', '新闻简报'],
  }[language]
  const [autumn = '', poster = '', newsletter = ''] = titles
  return [
    { slug: 'autumn', title: autumn, clicks: 40 },
    { slug: 'poster', title: poster, clicks: 12 },
    { slug: 'newsletter', title: newsletter, clicks: 24 },
  ]
}
