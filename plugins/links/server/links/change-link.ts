import { UniqueViolation, type EndpointInput, type WorkspaceScope } from '@host/plugin'
import type { changeLink, Link } from '../../shared.ts'
import { linkUpdated } from '../events.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { linkKey, toIndex } from '../redirect/index-key.ts'
import { judgeTarget } from './judge-target.ts'
import { lockLink, selectLink, shownLink } from './link-rows.ts'
import { requireTimes, settingColumns } from './link-settings.ts'
import { requireFresh, retireKey } from './retired-keys.ts'
import { slugTaken } from './slug-taken.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>
type Row = Awaited<ReturnType<typeof lockLink>>

/** Changes a link on every process before it resolves. @throws Problem `not_found`, `invalid_input`, `conflict` */
export async function changeLinkOf(
  parts: Parts,
  { db, orgId, audit }: Caller,
  { id, ...input }: EndpointInput<typeof changeLink>,
): Promise<Link> {
  if (input.url !== undefined) await judgeTarget(parts, input.url)
  if (typeof input.expiredUrl === 'string') await judgeTarget(parts, input.expiredUrl, 'expiredUrl')
  await db.transaction(async (tx) => {
    const row = await lockLink(tx, id)
    const { startsAt = row.starts_at, expiresAt = row.expires_at } = input
    requireTimes(startsAt, expiresAt)
    const slug = input.slug === undefined || input.slug === '' ? row.slug : input.slug.normalize('NFC')
    const index_key = keyWith(row, orgId, slug)
    const values = { ...settingColumns(input), ...(input.url === undefined ? {} : { url: input.url }), slug, index_key }
    const updated = { ...values, updated_at: new Date(parts.clock()).toISOString() }
    if (index_key !== row.index_key) {
      await requireFresh(tx, { key: index_key, linkId: id })
      if (row.printed_at !== null) await retireKey(tx, { key: row.index_key, linkId: id })
    }
    try {
      await tx.updateTable('links_links').set(updated).where('id', '=', id).execute()
    } catch (error) {
      if (error instanceof UniqueViolation) throw slugTaken(error)
      throw error
    }
    parts.index.forget([...new Set([row.index_key, index_key])].map(toIndex))
    const url = input.url ?? row.url
    await parts.events.publish(linkUpdated, orgId, { linkId: id, host: row.host, slug, url })
    audit.describe({
      target: `link:${id}`,
      before: { slug: row.slug, url: row.url, isEnabled: row.is_enabled },
      after: { slug, url, isEnabled: input.isEnabled ?? row.is_enabled },
    })
  })
  return shownLink(parts, await selectLink(db, id))
}

/** The key of a link under another slug: its place stays. */
function keyWith({ index_key, host }: Row, orgId: string, slug: string): string {
  const own = index_key.startsWith('/') ? undefined : { orgId, host }
  const place = own === undefined ? '' : `${own.orgId} ${own.host}`
  return linkKey({ own, isCaseSensitive: index_key[place.length] === '=' }, slug)
}
