import { Problem, type Notification, type NotificationCategory } from '@host/plugin'
import type { CheckOutcome, DomainState } from '../../shared.ts'
import { domainLost, domainVerified, domainVerifyFailed } from '../events.ts'
import type { Parts } from '../parts.ts'
import type { DomainRow } from './domain-rows.ts'

/** A domain whose state changed. */
export interface StateChange {
  readonly row: Pick<DomainRow, 'id' | 'name' | 'shown_name' | 'state'>
  readonly state: DomainState
  readonly outcome: CheckOutcome
}

export const notifications: readonly NotificationCategory[] = [
  { id: 'domain-check', title: 'Problems with a domain', byMail: true },
  { id: 'record-check', title: 'Problems with DNS records', byMail: true },
]

/** Publishes a change of state, and notifies the admins of a bad one. Inside the transaction of the change. */
export async function publishState(parts: Parts, orgId: string, change: StateChange): Promise<void> {
  const { row, state, outcome } = change
  const domain = { domainId: row.id, name: row.name }
  if (state === 'verified') await parts.events.publish(domainVerified, orgId, { ...domain, before: row.state })
  if (state === 'failing') await parts.events.publish(domainVerifyFailed, orgId, { ...domain, outcome })
  if (state === 'lost') await parts.events.publish(domainLost, orgId, { ...domain, outcome })
  if (state === 'failing' || state === 'lost') await notifyAdmins(parts, notificationOf(orgId, state, row))
}

/** In a build without notifications the page of the domain says it all the same. */
export async function notifyAdmins({ ctx }: Pick<Parts, 'ctx'>, notification: Notification): Promise<void> {
  try {
    await ctx.notify(notification)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'service_unavailable') throw error
  }
}

const longestName = 80

function notificationOf(orgId: string, state: 'failing' | 'lost', { id, shown_name: name }: StateChange['row']) {
  const short = name.length > longestName ? `${name.slice(0, longestName - 1).toWellFormed()}…` : name
  const titles = {
    failing: { en: `${short} could not be verified again`, zh: `${short} 未能再次通过验证` },
    lost: { en: `${short} is no longer verified`, zh: `${short} 的验证已失效` },
  }
  return {
    to: { orgId, role: 'admin' as const },
    category: 'domain-check',
    title: titles[state],
    body: bodies[state],
    path: `/domains/${id}`,
    key: `${state}.${id}`,
  }
}

const bodies = {
  failing: {
    en: 'Its name servers no longer return the TXT record. Restore the record within 7 days, or the domain stops working here.',
    zh: '其域名服务器不再返回 TXT 记录。请在 7 天内恢复该记录，否则此域名将在此处停用。',
  },
  lost: {
    en: 'The TXT record was missing for 7 days, so the host names of this domain stopped working here. Restore the record and verify the domain again.',
    zh: 'TXT 记录已缺失 7 天，此域名的主机名已在此处停用。请恢复该记录，并重新验证此域名。',
  },
} as const
