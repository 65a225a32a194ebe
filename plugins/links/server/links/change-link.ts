import type { EndpointInput, Queries, ReadQueries, WorkspaceScope } from '@host/plugin'
import type { changeLink, Link } from '../../shared.ts'
import { retargeted } from '../abuse/retargeted.ts'
import { linkUpdated } from '../events.ts'
import { requireFolder } from '../labels/link-folders.ts'
import { changeTags, type TagChange } from '../labels/link-tags.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { storePreview } from '../previews/preview-rows.ts'
import { linkKey, toIndex } from '../redirect/index-key.ts'
import { judgeTarget } from './judge-target.ts'
import { lockLink, selectLink, shownLink } from './link-rows.ts'
import { passwordColumn, requireTimes, settingColumns } from './link-settings.ts'
import { countMore } from './link-totals.ts'
import { requireOpenLink } from './links-quota.ts'
import { keepsKey, requireFresh, requirePrintable, retireKey } from './retired-keys.ts'
import { orTaken } from './slug-taken.ts'
import { writeVersion } from '../versions/write-version.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'audit'>
type Row = Awaited<ReturnType<typeof lockLink>>

/** A change of one link, of one call or of a bulk. */
export type LinkChange = EndpointInput<typeof changeLink> & TagChange

/** Changes a link on every process before it resolves. @throws Problem `not_found`, `invalid_input`, `conflict` */
export async function changeLinkOf(parts: Parts, caller: Caller, change: LinkChange): Promise<Link> {
  const { db, orgId, userId, audit } = caller
  await requireOpenLink(parts, { db, orgId }, change.id)
  await judgeChange(parts, db, change)
  const hashed = await passwordColumn(parts, change)
  await db.transaction(async (tx) => {
    const { before, after } = await changeRow(parts, { tx, orgId, userId, hashed }, change)
    audit.describe({ target: `link:${change.id}`, before, after })
  })
  return await shownLink(parts, db, await selectLink(db, change.id))
}

/** Judges a change before its transaction. @throws Problem `not_found`, `invalid_input` */
export async function judgeChange(
  parts: Parts,
  db: ReadQueries<Tables>,
  { url, expiredUrl, folderId }: Omit<LinkChange, 'id'>,
): Promise<void> {
  if (url !== undefined) await judgeTarget(parts, url)
  if (typeof expiredUrl === 'string') await judgeTarget(parts, expiredUrl, 'expiredUrl')
  await requireFolder(db, folderId)
}

interface Changing {
  /** The column of its password, where that changes. */
  readonly hashed?: Awaited<ReturnType<typeof passwordColumn>>
  readonly tx: Queries<Tables>
  readonly orgId: string
  readonly userId: string
}

/** Changes the row of a link and publishes it. @throws Problem `not_found`, `invalid_input`, `conflict` */
export async function changeRow(
  parts: Parts,
  { tx, orgId, userId, hashed = {} }: Changing,
  { id, ...input }: LinkChange,
) {
  const row = await lockLink(tx, id)
  const { startsAt = row.starts_at, expiresAt = row.expires_at } = input
  requireTimes(startsAt, expiresAt)
  const slug = input.slug === undefined || input.slug === '' ? row.slug : input.slug.normalize('NFC')
  const index_key = keyWith(row, orgId, slug)
  const at = parts.clock()
  const now = new Date(at).toISOString()
  const values = { ...settingColumns(input), ...hashed, ...retargeted(row, input, at), slug, index_key }
  const version = await writeVersion(tx, row, { change: input, userId, now })
  const updated = { ...values, ...(await previewColumn(tx, id, input)), version, updated_at: now }
  if (index_key !== row.index_key) {
    // The total first, as a new link does it: two transactions never wait for each other in a circle.
    await countMore(tx, 0)
    await requireFresh(tx, { key: index_key, linkId: id })
    if (row.printed_at !== null) await requirePrintable(tx)
    if (keepsKey(row)) await retireKey(tx, { key: row.index_key, linkId: id })
  }
  await orTaken(tx.updateTable('links_links').set(updated).where('id', '=', id).execute())
  await changeTags(tx, id, input)
  parts.index.forget([...new Set([row.index_key, index_key])].map(toIndex))
  const url = input.url ?? row.url
  await parts.events.publish(linkUpdated, orgId, { linkId: id, host: row.host, slug, url })
  return {
    before: { slug: row.slug, url: row.url, isEnabled: row.is_enabled, isArchived: row.is_archived },
    after: {
      slug,
      url,
      isEnabled: input.isEnabled ?? row.is_enabled,
      isArchived: input.isArchived ?? row.is_archived,
    },
  }
}

/** Changes the preview of a link, where a change states some of it. */
async function previewColumn(tx: Queries<Tables>, id: string, change: Omit<LinkChange, 'id'>) {
  if (change.previewTitle === undefined && change.previewDescription === undefined) return {}
  return { has_preview: await storePreview(tx, id, change) }
}

/** The key of a link under another slug: its place stays. */
function keyWith({ index_key, host }: Row, orgId: string, slug: string): string {
  const own = index_key.startsWith('/') ? undefined : { orgId, host }
  const place = own === undefined ? '' : `${own.orgId} ${own.host}`
  return linkKey({ own, isCaseSensitive: index_key[place.length] === '=' }, slug)
}
