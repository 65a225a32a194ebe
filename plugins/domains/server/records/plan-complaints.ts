import type { ChangeStep, DnsCapabilities } from '@host/plugin'
import { inTurns } from './in-turns.ts'
import { complaintAbout, type RecordComplaint } from './record-rules.ts'
import { keyOf, setOf, type RecordValue } from './record-set.ts'
import type { ZoneFuture } from './zone-future.ts'

type Step = ChangeStep<RecordValue>

const mostProblems = 50

/** A complaint about a step of a plan. */
export interface StepComplaint extends RecordComplaint {
  readonly key: string
}

/** Complaints about the steps of a plan: one for a step, and at most 50. */
export async function planComplaints(
  steps: readonly Step[],
  future: ZoneFuture,
  capabilities: DnsCapabilities,
): Promise<readonly StepComplaint[]> {
  const wrong: StepComplaint[] = []
  for await (const step of inTurns(steps)) {
    const complaint = complaintOf(step, future, capabilities)
    if (complaint !== undefined) wrong.push({ key: step.key, ...complaint })
    if (wrong.length === mostProblems) break
  }
  return wrong
}

function complaintOf(
  { key, before, after }: Step,
  future: ZoneFuture,
  capabilities: DnsCapabilities,
): RecordComplaint | undefined {
  const place = keyOf(key)
  if (after === null) return deletionComplaint(place, future)
  const complaint = complaintAbout({ ...setOf(place, after), before }, future, capabilities)
  return complaint ?? (before === null ? newAliasComplaint(place, future) : undefined)
}

/** The NS records of the zone itself, and those that a DS record depends on, stay. */
function deletionComplaint(
  { name, type }: { readonly name: string; readonly type: string },
  { zone, has }: ZoneFuture,
): RecordComplaint | undefined {
  if (type === 'SOA') return { field: 'type', message: texts.soa }
  if (type !== 'NS') return undefined
  if (name === zone) return { field: 'name', message: texts.apexNs }
  return has({ name, type: 'DS' }) ? { field: 'type', message: texts.nsOfDs } : undefined
}

/** A host that record sets name doesn't become an alias. */
function newAliasComplaint(
  { name, type }: { readonly name: string; readonly type: string },
  { userOf }: ZoneFuture,
): RecordComplaint | undefined {
  const user = type === 'CNAME' ? userOf(name) : undefined
  return user === undefined ? undefined : { field: 'name', message: aliasOfUsed(user) }
}

function aliasOfUsed(user: string) {
  return {
    en: `${user} points to this name, so it can't be an alias (CNAME).`,
    zh: `${user} 指向此名称，因此它不能是别名（CNAME）。`,
  }
}

const texts = {
  soa: { en: 'The provider manages the SOA record.', zh: 'SOA 记录由服务商管理。' },
  apexNs: { en: "A zone can't be without its NS records.", zh: '区域不能没有自身的 NS 记录。' },
  nsOfDs: { en: 'Delete the DS records of this name, too.', zh: '请同时删除此名称的 DS 记录。' },
}
