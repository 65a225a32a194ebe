import { column, type Column } from '../column.ts'
import { model, type Model } from '../model.ts'
import type { AnyResource } from './resource.ts'
import type { Field, FieldTarget } from './field.ts'
import type { ColumnMap } from '../model.ts'

/** The parts of a resource that its table follows from. */
export interface TableSource extends Pick<AnyResource, 'plugin' | 'name' | 'one' | 'fields' | 'title' | 'sort'> {
  readonly columns: ColumnMap
  readonly index: readonly (readonly string[])[]
}

/** The name of a column: `closesOn` is `closes_on`. */
export function columnName(field: string): string {
  return field.replaceAll('-', '_').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The table of a resource. */
export function modelOf(source: TableSource): Model {
  const { plugin, name, one, fields, title, sort, columns, index } = source
  const own = Object.entries(fields).map(([key, field]) => [columnName(key), columnOf(field, key === title)] as const)
  const usual = columnName(sort.replace('-', ''))
  const all: ColumnMap = {
    id: column.id(one),
    org_id: column.org(),
    ...Object.fromEntries(own),
    ...columns,
    created_at: column.time({ default: 'now' }),
    updated_at: column.time({ default: 'now' }),
  }
  return model(`${columnName(plugin)}_${columnName(name)}`, all, {
    index: [['org_id', 'id'], ['org_id', usual, 'id'], ...index],
    label: columnName(title),
  })
}

/** The table that a reference leads to; undefined for its own. */
export function targetOf({ target }: Field): FieldTarget | undefined {
  if (target === 'self') return undefined
  return typeof target === 'function' ? target() : target
}

function columnOf(field: Field, isTitle: boolean): Column {
  const { kind, presence, max } = field
  const options = { nullable: presence === 'optional', ...(presence === 'defaulted' && { default: field.default }) }
  if (kind === 'toggle') return column.boolean(options as never)
  if (kind === 'money' || (kind === 'number' && field.whole === true)) return column.integer(options as never)
  if (kind === 'number') return column.real(options as never)
  if (kind === 'sealed') return column.text({ ...options, secret: true } as never)
  if (kind === 'reference') return referenceOf(field, options.nullable)
  const search = isTitle || field.search === true
  return column.text({ ...options, max: max ?? longestOf(field), ...(search && { search }) } as never)
}

function referenceOf(field: Field, nullable: boolean): Column {
  const options = { onDelete: field.onDelete ?? 'restrict', nullable }
  return column.reference(targetOf(field)?.model ?? 'self', options as never)
}

/** Characters of the longest value of a field whose options name none. */
function longestOf({ kind, choices = {} }: Field): number {
  if (kind === 'choice') return Math.max(...Object.keys(choices).map((value) => value.length))
  return kind === 'date' ? 10 : kind === 'color' ? 7 : 64
}
