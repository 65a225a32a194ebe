import type { RecordCheck, WatchSeen } from '../../shared.ts'
import { momentAfter } from '../checks/check-schedule.ts'
import { notifyAdmins } from '../claims/publish-state.ts'
import { recordVerified, recordVerifyFailed } from '../events.ts'
import type { Parts } from '../parts.ts'
import { shownRecordName } from '../records/record-names.ts'
import { lockZone, type ZoneRow } from '../zones/zone-rows.ts'
import { nextWatch } from './next-watch.ts'
import type { WatchScope } from './watch-due.ts'

/** A check of a watched record set. */
export interface CheckedWatch {
  readonly zone: Pick<ZoneRow, 'id' | 'name' | 'shown_name'>
  readonly row: {
    readonly id: string
    readonly name: string
    readonly type: string
    readonly data: string
    readonly is_proxied: boolean
  }
  readonly check: RecordCheck
}

/** Stores a check, and publishes a change of state with it. A check of records that are no longer expected is dropped. */
export async function recordWatch(parts: Parts, { db, orgId }: WatchScope, checked: CheckedWatch): Promise<void> {
  const { zone, row, check } = checked
  await db.transaction(async (tx) => {
    if ((await lockZone(tx, zone.id)) === undefined) return
    const before = await tx.selectFrom('domains_watches').selectAll().where('id', '=', row.id).executeTakeFirst()
    if (before === undefined || before.data !== row.data || before.is_proxied !== row.is_proxied) return
    const { delay, ...after } = nextWatch(before, check)
    const seen = seenOf(check)
    const set = { ...after, seen, checked_at: check.at, next_check_at: momentAfter(parts.clock(), delay) }
    await tx.updateTable('domains_watches').set(set).where('id', '=', row.id).execute()
    if (after.is_failing && !before.is_failing) await publishFailed(parts, orgId, { ...checked, seen })
    if (!after.is_failing && before.is_failing) await parts.events.publish(recordVerified, orgId, subjectOf(checked))
  })
}

const mostSeen = 5
const longestSeen = 200

function seenOf({ problem, servers }: RecordCheck): WatchSeen {
  const server =
    servers.find(({ state }) => state === 'missing' || state === 'wrong') ?? servers.find(({ state }) => state !== 'ok')
  return {
    problem: problem ?? server?.problem ?? null,
    server: server?.name ?? null,
    data: shortened(server?.seen ?? []),
  }
}

function shortened(data: readonly string[]): string[] {
  return data.slice(0, mostSeen).map((text) => text.slice(0, longestSeen).toWellFormed())
}

function subjectOf({ zone, row }: CheckedWatch) {
  const { name, type, data } = row
  return { zoneId: zone.id, zone: zone.name, name, type, expected: shortened(data.split('\n')) }
}

type Failed = CheckedWatch & { readonly seen: WatchSeen }

async function publishFailed(parts: Parts, orgId: string, failed: Failed): Promise<void> {
  const { zone, row, check, seen } = failed
  const { server, data } = seen
  await parts.events.publish(recordVerifyFailed, orgId, {
    ...subjectOf(failed),
    outcome: check.outcome,
    server,
    seen: data,
  })
  const expected = inText(row.data.split('\n'))
  const found = data.length === 0 ? { en: 'no records', zh: '没有记录' } : { en: inText(data), zh: inText(data) }
  const name = cut(`${shownRecordName(row.name)} ${row.type}`, 80)
  await notifyAdmins(parts, {
    to: { orgId, role: 'admin' },
    category: 'record-check',
    title: { en: `${name} is wrong in DNS`, zh: `${name} 的 DNS 记录不正确` },
    body: {
      en: `Zone ${cut(zone.shown_name, 80)}. Expected: ${expected}. Found at ${server ?? 'its servers'}: ${found.en}.`,
      zh: `区域 ${cut(zone.shown_name, 80)}。应为：${expected}。${server ?? '服务器'} 返回：${found.zh}。`,
    },
    path: `/domains/zones/${zone.id}`,
    key: `record-failing.${row.id}`,
  })
}

/** Some records in a sentence. */
function inText(data: readonly string[]): string {
  return cut(data.slice(0, mostSeen).join(', '), 150)
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text
}
