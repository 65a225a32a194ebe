import { notifyAdmins } from '../claims/publish-state.ts'
import { zoneVerified, zoneVerifyFailed } from '../events.ts'
import type { Parts } from '../parts.ts'
import type { EndedRound, ToldWatch } from './announce-watches.ts'
import { cut } from './publish-watch.ts'

/** Record sets that an event names. */
const mostNamed = 50

/** A zone with wrong record sets. */
export interface Outage extends EndedRound {
  readonly failing: readonly ToldWatch[]
  /** How many record sets are watched. */
  readonly watched: number
}

/** Publishes that an outage begins, and notifies the admins. Inside the transaction of the change. */
export async function publishOutage(parts: Parts, { orgId, zone, failing, watched }: Outage): Promise<void> {
  const records = failing
    .slice(0, mostNamed)
    .map(({ name, type, state }) => ({ name, type, outcome: state ?? 'wrong' }))
  const counts = { watched, failing: failing.length }
  await parts.events.publish(zoneVerifyFailed, orgId, { zoneId: zone.id, zone: zone.name, ...counts, records })
  const shown = cut(zone.shown_name, 80)
  await notifyAdmins(parts, {
    ...sentTo(orgId, zone.id),
    title: { en: `DNS problems in zone ${shown}`, zh: `区域 ${shown} 的 DNS 出现问题` },
    body: {
      en: `${failing.length} of ${watched} checked record sets are wrong or missing. The name servers may be out.`,
      zh: `${watched} 个受检查的记录集中有 ${failing.length} 个不正确或缺失，域名服务器可能已中断。`,
    },
    key: `zone-failing.${zone.id}`,
  })
}

/** Publishes that an outage is over, and notifies the admins. Inside the transaction of the change. */
export async function publishOutageEnd(
  parts: Parts,
  { orgId, zone, failing, watched, since }: Outage & { readonly since: string },
): Promise<void> {
  const counts = { watched, failing: failing.length }
  await parts.events.publish(zoneVerified, orgId, { zoneId: zone.id, zone: zone.name, ...counts, since })
  const shown = cut(zone.shown_name, 80)
  await notifyAdmins(parts, {
    ...sentTo(orgId, zone.id),
    title: { en: `Zone ${shown} works again`, zh: `区域 ${shown} 已恢复` },
    body: {
      en: `${watched - failing.length} of ${watched} checked record sets are right.`,
      zh: `${watched} 个受检查的记录集中有 ${watched - failing.length} 个正确。`,
    },
    key: `zone-verified.${zone.id}`,
  })
}

function sentTo(orgId: string, zoneId: string) {
  return { to: { orgId, role: 'admin' as const }, category: 'record-check', path: `/domains/zones/${zoneId}` }
}
