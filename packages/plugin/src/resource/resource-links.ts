import { Problem, type FieldProblem } from '../errors.ts'
import { columnName } from './resource-model.ts'
import {
  isLink,
  nameSource,
  type AnyQueries,
  type AnyRecord,
  type AnyTables,
  type RecordReader,
} from './resource-rows.ts'
import { hasRole } from '../roles.ts'
import type { ReadQueries } from '../database.ts'
import type { AnyValues } from './resource-part.ts'
import type { AnyResource } from './resource.ts'

const unknownRecord = { en: 'This record does not exist.', zh: '该记录不存在。' }
const unknownMember = { en: 'Choose a member of this workspace.', zh: '请选择此工作区的成员。' }

/**
 * Checks the members and records that a caller links. One that the caller may not read, or of another workspace, gets the
 * same error as an id that never existed.
 * @throws Problem `invalid_input` that names the fields
 */
export async function checkLinks(resource: AnyResource, { db, role }: RecordReader, values: AnyValues): Promise<void> {
  const errors: FieldProblem[] = []
  for (const [name, field] of Object.entries(resource.fields)) {
    const source = nameSource(resource, field)
    const id = values[name]
    if (source === undefined || typeof id !== 'string') continue
    const isKnown = hasRole(role, source.read) && (await existingIds(db, source.table, [id])).has(id)
    if (!isKnown) errors.push({ path: name, message: linkProblem(field.kind) })
  }
  if (errors.length > 0) throw new Problem('invalid_input', { errors })
}

/**
 * The values that a hook has set, to be checked by themselves: a hook may name every record of the workspace.
 * @throws Problem as `checkLinks`
 */
export async function checkHookLinks(
  resource: AnyResource,
  db: AnyQueries,
  { given, changed }: { readonly given: AnyValues; readonly changed: AnyValues },
): Promise<void> {
  await checkLinks(resource, { db, role: 'owner' }, differing(given, changed))
}

/** The values without those that are as before. */
export function differing(before: AnyValues, values: AnyValues): AnyValues {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== before[name]))
}

/** The ids of the members and records that a record names. */
export function linkedIds(record: AnyRecord): AnyValues {
  const links = Object.entries(record).flatMap(([name, value]) => (isLink(value) ? [[name, value.id] as const] : []))
  return Object.fromEntries(links)
}

/** The sentence about an id that names nothing in this workspace. */
export function linkProblem(kind: string): FieldProblem['message'] {
  return kind === 'member' ? unknownMember : unknownRecord
}

/** Which of these ids the workspace has. */
export async function existingIds(
  db: Pick<ReadQueries<AnyTables>, 'selectFrom'>,
  table: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom(table).select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => String(id)))
}

/** The columns of values, without those that are sealed. */
export function columnsOf({ fields }: AnyResource, values: AnyValues): Record<string, unknown> {
  const named = Object.entries(values).filter(
    ([name, value]) => value !== undefined && fields[name] !== undefined && fields[name].kind !== 'sealed',
  )
  return Object.fromEntries(named.map(([name, value]) => [columnName(name), value]))
}
