import { columnKinds, type Column, type Model } from '@host/plugin'
import { encodeValue } from '../encode.ts'

const kinds: ReadonlySet<string> = new Set(columnKinds)

/** Problems of a model's columns, each as a sentence. */
export function checkColumns(owner: string, model: Model, isHost: boolean): readonly string[] {
  const entries = Object.entries(model.columns)
  const problems = entries.flatMap(([name, column]) =>
    checkColumn(name, column, isHost).map((reason) => sentence(name, reason)),
  )
  if (entries.length === 0) problems.push(`${owner}: the table "${model.table}" has no columns.`)
  if (entries.filter(([, { kind }]) => kind === 'id').length > 1) {
    problems.push(`${owner}: the table "${model.table}" has two id columns.`)
  }
  return problems

  function sentence(name: string, reason: string): string {
    return `${owner}: the column "${model.table}.${name}" ${reason}.`
  }
}

function checkColumn(name: string, column: Column, isHost: boolean): readonly string[] {
  if (!kinds.has(column.kind)) return [`is of the unknown kind "${column.kind}": use one of column's builders`]
  return [
    ...problem(!/^[a-z][a-z0-9_]{0,62}$/.test(name), 'needs a snake_case name of at most 63 characters'),
    ...problem(column.kind === 'org' && name !== 'org_id', 'is of kind org, so it must be named org_id'),
    ...problem(name === 'org_id' && !isOrg(column, isHost), 'stores the workspace, so it must be column.org()'),
    ...problem(
      column.kind === 'id' && !/^[a-z]{1,20}$/.test(column.prefix ?? ''),
      'needs a prefix of 1 to 20 lowercase letters',
    ),
    ...problem(
      column.max !== undefined && !isLength(column),
      'has a max, which only applies to text and must be at least 1',
    ),
    ...checkDefault(name, column),
  ]
}

function problem(isWrong: boolean, reason: string): readonly string[] {
  return isWrong ? [reason] : []
}

function isOrg({ kind, nullable }: Column, isHost: boolean): boolean {
  return kind === 'org' || (kind === 'text' && (isHost || !nullable))
}

function isLength({ kind, max }: Column): boolean {
  return kind === 'text' && Number.isSafeInteger(max) && (max ?? 0) > 0
}

function checkDefault(name: string, column: Column): readonly string[] {
  if (column.default === undefined || (column.kind === 'time' && column.default === 'now')) return []
  try {
    encodeValue(name, column, column.default)
    return []
  } catch (error) {
    return [`has an invalid default (${error instanceof Error ? error.message : String(error)})`]
  }
}
