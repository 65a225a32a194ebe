import { notifyAdmins } from '../claims/publish-state.ts'
import { recordVerified, recordVerifyFailed } from '../events.ts'
import type { Parts } from '../parts.ts'
import { shownRecordName } from '../records/record-names.ts'
import type { ZoneRow } from '../zones/zone-rows.ts'
import type { ToldWatch } from './announce-watches.ts'
import { mostSeen, shortened } from './seen-of.ts'

/** A record set whose state is published. */
export interface PublishedWatch {
  readonly zone: Pick<ZoneRow, 'id' | 'name' | 'shown_name'>
  readonly row: ToldWatch
}

/** Publishes that a record set is right again. */
export async function publishRight(parts: Parts, orgId: string, watch: PublishedWatch): Promise<void> {
  await parts.events.publish(recordVerified, orgId, subjectOf(watch))
}

/** Publishes that a record set is wrong, and notifies the admins. Inside the transaction of the change. */
export async function publishWrong(parts: Parts, orgId: string, watch: PublishedWatch): Promise<void> {
  const { zone, row } = watch
  const { server, data } = row.seen ?? { server: null, data: [] }
  const outcome = row.state ?? 'wrong'
  await parts.events.publish(recordVerifyFailed, orgId, { ...subjectOf(watch), outcome, server, seen: [...data] })
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

function subjectOf({ zone, row: { name, type, data } }: PublishedWatch) {
  return { zoneId: zone.id, zone: zone.name, name, type, expected: shortened(data.split('\n')) }
}

/** Some records in a sentence. */
function inText(data: readonly string[]): string {
  return cut(data.slice(0, mostSeen).join(', '), 150)
}

/** A text of limited length. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text
}
