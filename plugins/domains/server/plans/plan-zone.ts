import { Problem, type Changeset, type FieldProblem, type Language, type ReadQueries } from '@host/plugin'
import type { Planned } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { recordSets } from '../records/record-kind.ts'
import { providerOf } from '../zones/open-zone.ts'
import { byKey, readCopy } from '../zones/zone-copy.ts'
import type { ZoneRow } from '../zones/zone-rows.ts'
import { readEdits, type EditedZone, type ReadEdits, type ZoneEdits } from './read-edits.ts'

/** The person who plans. */
export interface Planner {
  readonly db: ReadQueries<Tables>
  readonly orgId: string
  readonly userId: string
  readonly language: Language
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
    edits: readEdits(await editedZone(parts, planner, plan.row), edits),
  })
}

/** A zone with its copy. */
export async function editedZone(
  parts: Pick<Parts, 'providers'>,
  { db, orgId }: Pick<Planner, 'db' | 'orgId'>,
  row: ZoneRow,
): Promise<EditedZone> {
  const [{ capabilities }, copy] = [await providerOf(parts, { db, orgId }, row), await readCopy(db, row.id)]
  return { name: row.name, capabilities, known: byKey(copy), path: '' }
}

/** Plans edits that are read. */
export async function planRead(
  { changesets }: Pick<Parts, 'changesets'>,
  { orgId, userId, language }: Planner,
  { row, edits, title, note }: ZonePlan & { readonly edits: ReadEdits },
): Promise<Planned> {
  const { values, paths } = edits
  if (values.size === 0) return { changeset: null }
  const planned = await withPaths(paths, () =>
    changesets.plan(orgId, {
      title: title ?? usualTitle(row, values.size, language),
      ...(note !== undefined && note !== '' && { note }),
      userId,
      parts: [{ kind: recordSets, target: row.id, set: values }],
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
