import { Problem, type ChangePart, type ChangeWarning, type TargetState, type WorkspaceContext } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { providerOf } from '../zones/open-zone.ts'
import { readCopy } from '../zones/zone-copy.ts'
import { selectZone } from '../zones/zone-rows.ts'
import { foreignOwners, markOf } from './foreign-marks.ts'
import { planComplaints } from './plan-complaints.ts'
import type { RecordValue } from './record-set.ts'
import { riskWarnings } from './risk-warnings.ts'
import { zoneFuture } from './zone-future.ts'

type Scope = Pick<WorkspaceContext<Tables>, 'db' | 'orgId'>
type Part = ChangePart<RecordValue>

/** Refuses a plan that the zone can't have, and warns about its risks. @throws Problem `invalid_input` naming the keys */
export async function judgeRecords(
  parts: Parts,
  { db, orgId }: Scope,
  { part, state }: { readonly part: Part; readonly state: TargetState<RecordValue> },
): Promise<readonly ChangeWarning[]> {
  const row = await selectZone(db, part.target)
  const { capabilities } = await providerOf(parts, { db, orgId }, row)
  const copy = await readCopy(db, row.id)
  const future = await zoneFuture({ zone: row.name, copy, read: state.values, steps: part.steps })
  const errors = await planComplaints(part.steps, future, capabilities)
  if (errors.length > 0) throw new Problem('invalid_input', { errors })
  const marks = copy.flatMap((set) => {
    const owner = markOf(set)
    return owner === null ? [] : [{ name: set.name, owner }]
  })
  return [
    ...riskWarnings(part.steps, { total: copy.length, zone: row.shown_name }),
    ...foreignWarnings(part, foreignOwners(marks)),
  ]
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
