import {
  Problem,
  type ChangePart,
  type ChangeWarning,
  type DnsCapabilities,
  type FieldProblem,
  type TargetState,
  type WorkspaceContext,
} from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { providerOf } from '../zones/open-zone.ts'
import { readCopy } from '../zones/zone-copy.ts'
import { selectZone } from '../zones/zone-rows.ts'
import { foreignOwners, markOf } from './foreign-marks.ts'
import { complaintAbout, type RecordComplaint } from './record-rules.ts'
import { keyOf, keyText, setOf, type RecordValue } from './record-set.ts'
import { hasTargets, targetsOf } from './record-targets.ts'
import { riskWarnings } from './risk-warnings.ts'
import { zoneFuture, type ZoneFuture } from './zone-future.ts'

type Scope = Pick<WorkspaceContext<Tables>, 'db' | 'orgId'>
type Part = ChangePart<RecordValue>

const mostProblems = 50

/** Refuses a plan that the zone can't have, and warns about its risks. @throws Problem `invalid_input` naming the keys */
export async function judgeRecords(
  parts: Parts,
  { db, orgId }: Scope,
  { part, state }: { readonly part: Part; readonly state: TargetState<RecordValue> },
): Promise<readonly ChangeWarning[]> {
  const row = await selectZone(db, part.target)
  const { capabilities } = await providerOf(parts, { db, orgId }, row)
  const copy = await readCopy(db, row.id)
  const future = zoneFuture({ zone: row.name, copy, read: state.values, steps: part.steps })
  refuseWrong(part, future, capabilities)
  const marks = copy.flatMap((set) => {
    const owner = markOf(set)
    return owner === null ? [] : [{ name: set.name, owner }]
  })
  return [
    ...riskWarnings(part.steps, { total: copy.length, zone: row.shown_name }),
    ...foreignWarnings(part, foreignOwners(marks)),
  ]
}

function refuseWrong(part: Part, future: ZoneFuture, capabilities: DnsCapabilities): void {
  const wrong: FieldProblem[] = []
  const add = (key: string, { field, message }: RecordComplaint): void => {
    wrong.push({ path: `${key}.${field}`, message })
  }
  for (const { key, after } of part.steps) {
    const place = keyOf(key)
    const complaint =
      after === null ? deletionComplaint(place, future) : complaintAbout(setOf(place, after), future, capabilities)
    if (complaint !== undefined) add(key, complaint)
    if (wrong.length >= mostProblems) break
  }
  for (const key of newAliases(part)) {
    const user = userOfAlias(key, future)
    if (user !== undefined) add(keyText({ name: key, type: 'CNAME' }), { field: 'name', message: aliasOfUsed(user) })
  }
  if (wrong.length > 0) throw new Problem('invalid_input', { errors: wrong.slice(0, mostProblems) })
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

function newAliases({ steps }: Part): readonly string[] {
  return steps.flatMap(({ key, before, after }) => {
    const { name, type } = keyOf(key)
    return type === 'CNAME' && before === null && after !== null ? [name] : []
  })
}

/** A record set that names a host that becomes an alias, other than in this plan. */
function userOfAlias(name: string, { sets }: ZoneFuture): string | undefined {
  for (const set of sets.values()) {
    if (hasTargets(set.type) && targetsOf(set).includes(name)) return keyText(set)
  }
  return undefined
}

function foreignWarnings({ steps }: Part, owners: ReadonlyMap<string, string>): readonly ChangeWarning[] {
  const foreign = steps.flatMap(({ key }) => {
    const owner = owners.get(key)
    return owner === undefined ? [] : [{ key, owner }]
  })
  return [...Map.groupBy(foreign, ({ owner }) => owner)].map(([owner, keys]) => ({
    code: 'foreign',
    params: { owner, count: keys.length },
    keys: keys.map(({ key }) => key),
  }))
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
