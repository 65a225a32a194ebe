import { Problem, requireUnlocked } from '@host/plugin'
import type { Planned } from '../../shared.ts'
import { challengeRecord } from '../claims/challenge.ts'
import { selectDomain } from '../claims/domain-rows.ts'
import { domainsQuota } from '../claims/domains-quota.ts'
import type { Parts } from '../parts.ts'
import { quoted } from '../records/record-set.ts'
import { zoneOfName } from '../zones/zone-rows.ts'
import { editedZone, planRead, type Planner } from './plan-zone.ts'
import { readEdits } from './read-edits.ts'

/**
 * Plans the TXT record of a domain in the zone of the workspace that holds its name. An account that holds a zone of that
 * name proves nothing: the delegation may lead elsewhere.
 * @throws Problem `not_found`; `conflict` when no zone holds it; `quota_exceeded`; as `planEdits`
 */
export async function planChallengeOf(parts: Parts, planner: Planner, domainId: string): Promise<Planned> {
  const { name: domain, challenge } = await selectDomain(planner.db, domainId)
  await requireUnlocked(parts.ctx, { db: planner.db, orgId: planner.orgId, quota: domainsQuota }, domainId)
  const { name, value } = challengeRecord(domain, challenge)
  const row = await zoneOfName(planner.db, name)
  if (row === undefined) throw new Problem('conflict', noZone)
  const zone = await editedZone(parts, planner, row)
  const data = (present: readonly string[]): readonly string[] => [...new Set([...present, quoted(value)])]
  const edits = await readEdits(zone, { set: [{ name: `${name}.`, type: 'TXT', data }] })
  const title = { en: `Verify ${domain}`, zh: `验证 ${domain}` }[planner.language]
  return await planRead(parts, planner, { row, edits, title })
}

const noZone = {
  detail: { en: 'No DNS zone of this workspace holds this name.', zh: '此工作区没有包含该名称的 DNS 区域。' },
  nextStep: { en: 'Add the record at your DNS provider.', zh: '请在您的 DNS 服务商处添加该记录。' },
}
