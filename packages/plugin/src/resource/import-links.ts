import type { ReadQueries } from '../database.ts'
import { existingIds, linkProblem } from './resource-links.ts'
import type { CellProblem } from './import-columns.ts'
import { hasRole, type Role } from '../roles.ts'
import { nameSource, type AnyQueries, type AnyTables } from './resource-rows.ts'
import type { Field } from './field.ts'
import type { AnyResource } from './resource.ts'

/** A line of an import and its values so far. */
export interface ImportRow {
  readonly line: number
  readonly values: Record<string, unknown>
}

const ambiguous = { en: 'Several records have this name; use the ID.', zh: '多条记录使用此名称，请填写编号。' }

/**
 * Replaces the names of members and records by their ids. Members are found by their email as well. Records that
 * the caller may not read are not found.
 * @returns a problem for every name that the workspace doesn't have, or has several times
 */
export async function resolveLinks(
  resource: AnyResource,
  { db, role }: LinkReader,
  rows: readonly ImportRow[],
): Promise<readonly CellProblem[]> {
  const problems: CellProblem[] = []
  for (const [name, field] of Object.entries(resource.fields)) {
    const texts = new Set(rows.flatMap(({ values }) => (typeof values[name] === 'string' ? [values[name]] : [])))
    if (texts.size === 0 || nameSource(resource, field) === undefined) continue
    const ids = await idsByText(resource, { db, role, field, texts: [...texts] })
    for (const { line, values } of rows) {
      const found = ids.get(String(values[name]))
      if (typeof values[name] !== 'string') continue
      if (found?.size === 1) values[name] = [...found][0]
      else problems.push({ line, field: name, message: found === undefined ? linkProblem(field.kind) : ambiguous })
    }
  }
  return problems
}

/** The part of a scope that links are read with. */
interface LinkReader {
  readonly db: ReadQueries<AnyTables>
  readonly role: Role
}

interface Wanted extends LinkReader {
  readonly field: Field
  readonly texts: readonly string[]
}

async function idsByText(resource: AnyResource, { db, role, field, texts }: Wanted): Promise<Map<string, Set<string>>> {
  const { table = '', column = '', read = 'member' } = nameSource(resource, field) ?? {}
  if (!hasRole(role, read)) return new Map()
  const columns = ['id', column, ...(field.kind === 'member' ? ['email'] : [])]
  const rows = await db
    .selectFrom(table)
    .select(columns)
    .where((build) => build.or(columns.map((name) => build(name, 'in', texts))))
    .limit(mostRows)
    .execute()
  const ids = new Map<string, Set<string>>()
  for (const row of rows) {
    for (const text of columns.map((name) => String(row[name]))) {
      ids.set(text, (ids.get(text) ?? new Set()).add(String(row['id'])))
    }
  }
  return ids
}

/** Names are seldom there more than once. */
const mostRows = 5_000

/**
 * Checks the ids of a file again, in the transaction that inserts its rows: a member or record may be gone meanwhile.
 * @returns a problem for every id that the workspace no longer has
 */
export async function missingLinks(
  resource: AnyResource,
  db: AnyQueries,
  rows: readonly ImportRow[],
): Promise<readonly CellProblem[]> {
  const problems: CellProblem[] = []
  for (const [name, field] of Object.entries(resource.fields)) {
    const source = nameSource(resource, field)
    const ids = new Set(rows.flatMap(({ values }) => (typeof values[name] === 'string' ? [values[name]] : [])))
    if (source === undefined || ids.size === 0) continue
    const known = await existingIds(db, source.table, [...ids])
    const missing = rows.filter(({ values }) => typeof values[name] === 'string' && !known.has(values[name]))
    problems.push(...missing.map(({ line }) => ({ line, field: name, message: linkProblem(field.kind) })))
  }
  return problems
}
