import { domainToUnicode } from 'node:url'
import { Problem, type Queries, type ReadQueries } from '@host/plugin'
import type { Link, LinkState, RedirectCode } from '../../shared.ts'
import { foldersAmong } from '../labels/link-folders.ts'
import { tagsOf } from '../labels/link-tags.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { previewsOf, shownPreview, type PreviewField } from '../previews/preview-rows.ts'

/** Columns that an answer shows. */
export const shownColumns = [
  'id',
  'host',
  'slug',
  'url',
  'title',
  'note',
  'redirect',
  'rules',
  'query',
  'version',
  'is_enabled',
  'starts_at',
  'expires_at',
  'expired_url',
  'click_limit',
  'clicks_used',
  'password_hash',
  'dead_since',
  'referrer_policy',
  'has_preview',
  'quarantine',
  'quarantine_note',
  'quarantined_at',
  'review_asked_at',
  'printed_at',
  'folder_id',
  'external_id',
  'is_archived',
  'clicks_before',
  'created_by',
  'created_at',
  'updated_at',
] as const

export type LinkRow = Awaited<ReturnType<typeof selectLink>>

/** A link of the workspace. @throws Problem `not_found` */
export async function selectLink(db: ReadQueries<Tables>, id: string) {
  const row = await db.selectFrom('links_links').select(shownColumns).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

/** A link of the workspace with its key, locked until the transaction ends. @throws Problem `not_found` */
export async function lockLink(db: Queries<Tables>, id: string) {
  const links = db
    .selectFrom('links_links')
    .select([...shownColumns, 'index_key'])
    .where('id', '=', id)
  const row = await links.forUpdate().executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

/** A link as it is answered. */
export async function shownLink(parts: Shown, db: ReadQueries<Tables>, row: LinkRow): Promise<Link> {
  const [link] = await shownLinks(parts, db, [row])
  if (link === undefined) throw new Problem('not_found')
  return link
}

type Shown = Pick<Parts, 'edge' | 'clock'>

/** Links as they are answered. */
export async function shownLinks(parts: Shown, db: ReadQueries<Tables>, rows: readonly LinkRow[]): Promise<Link[]> {
  const tags = await tagsOf(
    db,
    rows.map(({ id }) => id),
  )
  const folders = await foldersAmong(
    db,
    rows.map(({ folder_id }) => folder_id),
  )
  const clicks = await clicksOf(
    db,
    rows.map(({ id }) => id),
  )
  const previews = await previewsOf(
    db,
    rows.filter(({ has_preview }) => has_preview).map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...ownFields(parts, row),
    ...shownPreview(row.id, previews.get(row.id)),
    clicks: clicks.get(row.id) ?? 0,
    tags: [...(tags.get(row.id) ?? [])],
    folderId: row.folder_id !== null && folders.has(row.folder_id) ? row.folder_id : null,
  }))
}

async function clicksOf(db: ReadQueries<Tables>, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const sums = db.selectFrom('links_sums').select(['link_id', 'clicks']).where('link_id', 'in', ids)
  return new Map((await sums.execute()).map(({ link_id, clicks }) => [link_id, clicks]))
}

function ownFields({ edge, clock }: Shown, row: LinkRow): Omit<Link, 'tags' | 'folderId' | 'clicks' | PreviewField> {
  return {
    id: row.id,
    shortUrl: shortUrlOf(edge, row),
    host: domainToUnicode(row.host),
    slug: row.slug,
    url: row.url,
    title: row.title,
    note: row.note,
    redirect: row.redirect as RedirectCode,
    query: row.query,
    isEnabled: row.is_enabled,
    state: stateOf(row, clock()),
    startsAt: row.starts_at,
    expiresAt: row.expires_at,
    expiredUrl: row.expired_url,
    clickLimit: row.click_limit,
    clicksUsed: row.clicks_used,
    hasPassword: row.password_hash !== null,
    referrerPolicy: row.referrer_policy,
    quarantine: quarantineOf(row),
    targetDeadSince: row.dead_since,
    printedAt: row.printed_at,
    externalId: row.external_id,
    isArchived: row.is_archived,
    clicksBefore: row.clicks_before,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** The address of a link. @param side the path of a page beside it, such as `.preview/` */
export function shortUrlOf({ originOf }: Pick<Parts['edge'], 'originOf'>, { host, slug }: Address, side = ''): string {
  return `${originOf(host)}/${side}${pathOf(slug)}`
}

type Address = Pick<LinkRow, 'host' | 'slug'>

function pathOf(slug: string): string {
  return slug.split('/').map(encodeURIComponent).join('/')
}

function quarantineOf({ quarantine, quarantine_note, quarantined_at, review_asked_at }: LinkRow): Link['quarantine'] {
  if (quarantine === null || quarantined_at === null) return null
  return { reason: quarantine, note: quarantine_note, at: quarantined_at, reviewAskedAt: review_asked_at }
}

type StateRow = Pick<LinkRow, 'is_enabled' | 'starts_at' | 'expires_at' | 'click_limit' | 'clicks_used' | 'quarantine'>

/** Whether a link redirects now, and why not. */
export function stateOf(row: StateRow, now: number): LinkState {
  const { is_enabled, starts_at, expires_at, click_limit, clicks_used, quarantine } = row
  if (quarantine !== null) return 'quarantined'
  if (!is_enabled) return 'disabled'
  if (expires_at !== null && Date.parse(expires_at) <= now) return 'expired'
  if (click_limit !== null && clicks_used >= click_limit) return 'full'
  return starts_at !== null && Date.parse(starts_at) > now ? 'scheduled' : 'active'
}
