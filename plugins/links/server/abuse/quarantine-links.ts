import { domainToUnicode } from 'node:url'
import { Problem, type InstanceTables, type Notification, type NotificationCategory, type Queries } from '@host/plugin'
import { linkQuarantined } from '../events.ts'
import type { QuarantineReason } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { toIndex } from '../redirect/index-key.ts'

export const notifications: readonly NotificationCategory[] = [
  { id: 'quarantine', title: 'Quarantined links', byMail: true },
  { id: 'reports', title: 'Reports of links', byMail: true },
]

/** A link that is about to be quarantined. */
export interface QuarantinedLink {
  readonly id: string
  readonly org_id: string
  readonly index_key: string
  readonly host: string
  readonly slug: string
  readonly url: string
}

/** Why, and who says so. */
export interface Quarantining {
  readonly reason: QuarantineReason
  readonly note: string
  /** The instance admin; empty for the host itself. */
  readonly userId: string
}

type Transaction = Queries<InstanceTables<Tables>>

/**
 * Quarantines links of any workspaces: no process redirects them when the transaction has resolved. Their open reports
 * are closed, and the admins of each workspace are notified.
 */
export async function quarantineLinks(
  parts: Pick<Parts, 'ctx' | 'index' | 'events' | 'clock'>,
  tx: Transaction,
  { links, ...why }: Quarantining & { readonly links: readonly QuarantinedLink[] },
): Promise<void> {
  if (links.length === 0) return
  const now = new Date(parts.clock()).toISOString()
  const ids = links.map(({ id }) => id)
  const quarantined = { quarantine: why.reason, quarantine_note: why.note, quarantined_at: now, updated_at: now }
  const reset = { review_text: '', review_asked_at: null, is_trusted: false }
  await tx
    .updateTable('links_links')
    .set({ ...quarantined, ...reset })
    .where('id', 'in', ids)
    .execute()
  await closeReports(tx, ids, { state: 'acted', now, userId: why.userId })
  parts.index.forget(links.map(({ index_key }) => toIndex(index_key)))
  for (const [orgId, own] of Map.groupBy(links, ({ org_id }) => org_id)) {
    const data = own.map(({ id, host, slug, url }) => ({ linkId: id, host, slug, url, reason: why.reason }))
    await parts.events.publishAll(linkQuarantined, orgId, data)
    await notify(parts, notificationOf(orgId, own))
  }
}

interface Closing {
  readonly state: 'acted' | 'dismissed'
  readonly now: string
  readonly userId: string
}

async function closeReports(tx: Transaction, linkIds: readonly string[], { state, now, userId }: Closing) {
  const open = tx.updateTable('links_reports').where('link_id', 'in', linkIds).where('state', '=', 'open')
  await open.set({ state, decided_at: now, decided_by: userId }).execute()
}

/** In a build without notifications the pages say it all the same. */
export async function notify({ ctx }: Pick<Parts, 'ctx'>, notification: Notification): Promise<void> {
  try {
    await ctx.notify(notification)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'service_unavailable') throw error
  }
}

/** A link as a notification names it. */
export function shortName({ host, slug }: Pick<QuarantinedLink, 'host' | 'slug'>): string {
  const name = `${domainToUnicode(host)}/${slug}`
  return name.length > longestName ? `${name.slice(0, longestName - 1).toWellFormed()}…` : name
}

const longestName = 80

function notificationOf(orgId: string, links: readonly QuarantinedLink[]): Notification {
  const [first] = links
  const isOne = links.length === 1 && first !== undefined
  const name = first === undefined ? '' : shortName(first)
  return {
    to: { orgId, role: 'admin' },
    category: 'quarantine',
    title: isOne
      ? { en: `${name} was quarantined`, zh: `${name} 已被隔离` }
      : { en: `${links.length} links were quarantined`, zh: `${links.length} 个链接已被隔离` },
    body: {
      en: 'The operator of this instance has stopped it because it may be harmful. Visitors see a warning. Open the link to read the reason and ask for a review.',
      zh: '此实例的运营者认为其可能有害，已将其停用，访客会看到警告页面。请打开链接查看原因，并可申请复核。',
    },
    path: isOne ? `/links/${first.id}` : '/links',
    key: isOne ? `quarantined.${first.id}` : `quarantined.${links.map(({ id }) => id).toSorted()[0] ?? ''}`,
  }
}
