import { Problem, type Changeset, type FieldProblem, type Language, type ReadQueries } from '@host/plugin'
import type { Planned } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { presentSets } from '../records/present-sets.ts'
import { recordSets } from '../records/record-kind.ts'
import { readReadOnly } from '../zones/read-only-copy.ts'
import { openZone, providerOf, type ZoneCaller } from '../zones/open-zone.ts'
import type { ZoneRow } from '../zones/zone-rows.ts'
import { readEdits, type EditedZone, type ReadEdits, type ZoneEdits } from './read-edits.ts'

/** The person who plans. */
export interface Planner {
  readonly db: ReadQueries<Tables>
  readonly orgId: string
  readonly userId: string
  readonly language: Language
  readonly signal: AbortSignal
}

/** A plan of one zone. */
export interface ZonePlan {
  readonly row: ZoneRow
  readonly title?: string | undefined
  readonly note?: string | undefined
}

/** Plans edits of one zone. @throws Problem as `ChangesetsService.plan`, with the paths of the edits */
export async function planEdits(
  parts: Parts,
  planner: Planner,
  { edits, ...plan }: ZonePlan & { readonly edits: ZoneEdits },
): Promise<Planned> {
  return await planRead(parts, planner, {
    ...plan,
    edits: await readEdits(await editedZone(parts, planner, plan.row), edits),
  })
}

/** A zone that is edited as it is at its provider: the copy may lack changes made outside. */
export async function editedZone(
  parts: Pick<Parts, 'ctx' | 'providers' | 'calls'>,
  caller: ZoneCaller,
  row: ZoneRow,
): Promise<EditedZone> {
  const { capabilities } = await providerOf(parts, caller, row)
  return {
    name: row.name,
    capabilities,
    path: '',
    readOnly: async () => await readReadOnly(caller.db, row.id),
    read: (keys) => readable(async () => await presentSets(await openZone(parts, caller, row.id), keys)),
  }
}

/** @throws Problem `service_unavailable` for any error that is not one of the input, as plans of changesets do */
async function readable<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Problem && error.status < 500) throw error
    const detail = error instanceof Problem ? error.options.detail : undefined
    throw new Problem('service_unavailable', { ...(detail !== undefined && { detail }), cause: error })
  }
}

/** Plans edits that are read. */
export async function planRead(
  { changesets }: Pick<Parts, 'changesets'>,
  { orgId, userId, language }: Planner,
  { row, edits, title, note }: ZonePlan & { readonly edits: ReadEdits },
): Promise<Planned> {
  const { values, seen, paths } = edits
  if (values.size === 0) return { changeset: null }
  const planned = await withPaths(paths, () =>
    changesets.plan(orgId, {
      title: title ?? usualTitle(row, values.size, language),
      ...(note !== undefined && note !== '' && { note }),
      userId,
      parts: [{ kind: recordSets, target: row.id, set: values, seen }],
    }),
  )
  return { changeset: planned === undefined ? null : shownPlan(planned) }
}

/** Names the fields of the input in place of the keys of a plan. */
export async function withPaths<Result>(
  paths: ReadonlyMap<string, string>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_input') throw error
    const errors = (error.options.errors ?? []).map((each) => atPath(paths, each))
    throw new Problem('invalid_input', { ...error.options, errors, cause: error })
  }
}

function atPath(paths: ReadonlyMap<string, string>, { path, message }: FieldProblem): FieldProblem {
  const end = path.lastIndexOf('.')
  const known = paths.get(path.slice(0, end))
  return { path: known === undefined ? path : known + path.slice(end), message }
}

function usualTitle({ shown_name: zone }: ZoneRow, count: number, language: Language): string {
  const sets = count === 1 ? '1 record set' : `${count} record sets`
  return { en: `Change ${sets} of ${zone}`, zh: `更改 ${zone} 的 ${count} 个记录集` }[language]
}

function shownPlan({ parts, warnings, ...changeset }: Changeset): Planned['changeset'] {
  const { id, title, state, hash, createdAt, expiresAt } = changeset
  return {
    id,
    title,
    state,
    hash,
    createdAt,
    expiresAt,
    count: parts.reduce((sum, part) => sum + part.count, 0),
    warnings: warnings.map(({ params, keys, ...warning }) => ({
      ...warning,
      ...(params !== undefined && { params: { ...params } }),
      ...(keys !== undefined && { keys: [...keys] }),
    })),
  }
}
