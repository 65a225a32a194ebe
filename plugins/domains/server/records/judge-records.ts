import {
  Problem,
  type ChangePart,
  type ChangeWarning,
  type DnsRecordSet,
  type TargetState,
  type WorkspaceContext,
} from '@host/plugin'
import { dynamicKeys } from '../ddns/dynamic-keys.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { providerOf } from '../zones/open-zone.ts'
import { readReadOnly } from '../zones/read-only-copy.ts'
import { readCopy } from '../zones/zone-copy.ts'
import { selectZone } from '../zones/zone-rows.ts'
import { foreignOwners, markOf, type Mark } from './foreign-marks.ts'
import { planComplaints, type StepComplaint } from './plan-complaints.ts'
import { keyOf, setOf, type RecordValue } from './record-set.ts'
import { readOnlyMessage } from './read-only-set.ts'
import { riskWarnings } from './risk-warnings.ts'
import { readOnlyWording, takeoversOf } from './takeovers.ts'
import { excessOf } from './zone-size.ts'
import { zoneFuture, type ZoneFuture } from './zone-future.ts'

type Scope = Pick<WorkspaceContext<Tables>, 'db' | 'orgId'>
type Part = ChangePart<RecordValue> & { readonly isRevert: boolean }

/**
 * Refuses a plan that the zone can't have, and warns about its risks. A revert is only warned about: its records were there.
 * @throws Problem `invalid_input` naming the keys
 */
export async function judgeRecords(
  parts: Parts,
  { db, orgId }: Scope,
  { part, state }: { readonly part: Part; readonly state: TargetState<RecordValue> },
): Promise<readonly ChangeWarning[]> {
  const row = await selectZone(db, part.target)
  const { capabilities } = await providerOf(parts, { db, orgId }, row)
  const copy = await readCopy(db, row.id)
  const shown = await readReadOnly(db, row.id)
  const future = await zoneFuture({ zone: row.name, copy, read: state.values, steps: part.steps, readOnly: shown })
  const complaints = await planComplaints(part.steps, future, capabilities)
  if (part.isRevert) refuseReadOnly(part, future)
  if (complaints.length > 0 && !part.isRevert) throw refusal(complaints)
  if (!part.isRevert) requireRoom(part, future.size)
  const zone = row.shown_name
  const total = copy.reduce((sum, { data }) => sum + data.length, 0)
  const owners = foreignOwners([...copy.flatMap(marksIn), ...[...state.values].flatMap(marksInValue)])
  const kept = await readOnlySteps(db, part, owners)
  if (kept.length > 0) throw readOnly(kept, part.isRevert)
  return [
    ...riskWarnings(part.steps, { total, zone, dynamic: await dynamicKeys(db, row.id) }),
    ...foreignWarnings(part, { owners, zone }),
    ...(complaints.length > 0 ? [{ code: 'against_rules', keys: complaints.map(({ key }) => key) }] : []),
  ]
}

/** A revert may break rules, but the provider refuses it here. It has no fields to name. @throws Problem `conflict` */
function refuseReadOnly({ steps }: Part, { readOnlyAt }: ZoneFuture): void {
  for (const { name, type } of steps.map(({ key }) => keyOf(key))) {
    const shown = readOnlyAt(name).find((set) => set.type === type)
    if (shown !== undefined) throw new Problem('conflict', { detail: readOnlyMessage(shown) })
  }
}

/** A zone beyond the limits could be read no more. One that is there already may shrink. @throws Problem `conflict` */
function requireRoom({ steps }: Part, size: ZoneFuture['size']): void {
  const excess = excessOf(size)
  const grows = steps.some(({ before, after }) => (after?.data.length ?? 0) > (before?.data.length ?? 0))
  if (excess !== undefined && grows) throw new Problem('conflict', excess)
}

interface ReadOnlyStep {
  readonly key: string
  /** The tool outside. */
  readonly owner: string
}

/** Steps that change present record sets of tools outside that the workspace has not taken over; at most 50. */
async function readOnlySteps(
  db: Scope['db'],
  { target, steps }: Part,
  owners: ReadonlyMap<string, string>,
): Promise<readonly ReadOnlyStep[]> {
  const marked = steps.flatMap(({ key, before }) => {
    const owner = before === null ? undefined : owners.get(key)
    return owner === undefined ? [] : [{ key, owner }]
  })
  if (marked.length === 0) return marked
  const takeovers = await takeoversOf(db, target)
  return marked.filter(({ key }) => !takeovers.has(key)).slice(0, mostReadOnly)
}

/** A revert has no fields to name. */
function readOnly(steps: readonly ReadOnlyStep[], isRevert: boolean): Problem {
  const errors = steps.map(({ key, owner }) => ({ path: `${key}.name`, message: readOnlyWording(owner) }))
  const [first] = errors
  if (isRevert && first !== undefined) return new Problem('conflict', { detail: first.message })
  return new Problem('invalid_input', { errors })
}

function refusal(complaints: readonly StepComplaint[]): Problem {
  const errors = complaints.map(({ key, field, message }) => ({ path: `${key}.${field}`, message }))
  return new Problem('invalid_input', { errors })
}

function marksIn(set: DnsRecordSet): readonly Mark[] {
  const owner = markOf(set)
  return owner === null ? [] : [{ name: set.name, owner }]
}

function marksInValue([key, value]: readonly [string, RecordValue]): readonly Mark[] {
  return marksIn(setOf(keyOf(key), value))
}

const mostReadOnly = 50

interface ForeignZone {
  /** The tools outside, by the keys that they manage. */
  readonly owners: ReadonlyMap<string, string>
  /** The text to type: a tool outside may change the records back. */
  readonly zone: string
}

/** Warns about new record sets where a tool outside has a mark. */
function foreignWarnings({ steps }: Part, { owners, zone }: ForeignZone): readonly ChangeWarning[] {
  const foreign = steps.flatMap(({ key, before }) => {
    const owner = before === null ? owners.get(key) : undefined
    return owner === undefined ? [] : [{ key, owner }]
  })
  return [...Map.groupBy(foreign, ({ owner }) => owner)].map(([owner, keys]) => ({
    code: 'foreign',
    params: { owner, count: keys.length },
    keys: keys.map(({ key }) => key),
    confirm: zone,
  }))
}
