import { Problem, type FieldProblem } from '../errors.ts'
import { columnName } from './resource-model.ts'
import { nameSource, type AnyQueries, type AnyTables } from './resource-rows.ts'
import type { ReadQueries } from '../database.ts'
import type { AnyValues } from './resource-part.ts'
import type { AnyResource } from './resource.ts'

const unknownRecord = { en: 'This record does not exist.', zh: '该记录不存在。' }
const unknownMember = { en: 'Choose a member of this workspace.', zh: '请选择此工作区的成员。' }

/**
 * Checks the members and records that values name: those of another workspace are as unknown as those that never were.
 * @throws Problem `invalid_input` that names the fields
 */
export async function checkLinks(resource: AnyResource, db: AnyQueries, values: AnyValues): Promise<void> {
  const errors: FieldProblem[] = []
  for (const [name, field] of Object.entries(resource.fields)) {
    const source = nameSource(resource, field)
    const id = values[name]
    if (source === undefined || typeof id !== 'string') continue
    const known = await existingIds(db, source.table, [id])
    if (!known.has(id)) errors.push({ path: name, message: linkProblem(field.kind) })
  }
  if (errors.length > 0) throw new Problem('invalid_input', { errors })
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
