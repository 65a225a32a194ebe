/** A field of an event's data, as a table shows it. */
export interface SchemaRow {
  /** With dots: `items[].name`. */
  readonly path: string
  /** In words of JSON: `text`, `number`, `"draft" | "sent"`. */
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
}

const deepest = 6
const most = 200

/** The fields of a JSON Schema, outer ones first. */
export function schemaRows(schema: unknown): readonly SchemaRow[] {
  return rowsOf(schema, { path: '', depth: 0 }).slice(0, most)
}

interface Place {
  readonly path: string
  readonly depth: number
}

function rowsOf(schema: unknown, { path, depth }: Place): readonly SchemaRow[] {
  if (depth > deepest) return []
  const { properties, required, items } = objectOf(schema)
  if (items !== undefined) return rowsOf(items, { path: `${path}[]`, depth: depth + 1 })
  const isRequired = new Set(listOf(required))
  return Object.entries(objectOf(properties)).flatMap(([name, property]) => {
    const own = path === '' ? name : `${path}.${name}`
    const description = objectOf(property)['description']
    const row: SchemaRow = {
      path: own,
      type: typeOf(property),
      isRequired: isRequired.has(name),
      description: typeof description === 'string' ? description : '',
    }
    return [row, ...rowsOf(property, { path: own, depth: depth + 1 })]
  })
}

function typeOf(schema: unknown): string {
  const { type, const: value, enum: values, anyOf, oneOf, items, format } = objectOf(schema)
  const choices = listOf(anyOf ?? oneOf)
  if (choices.length > 0) return [...new Set(choices.map(typeOf))].join(' | ')
  if (value !== undefined) return JSON.stringify(value)
  if (Array.isArray(values)) return values.map((one) => JSON.stringify(one)).join(' | ')
  if (items !== undefined) return `${typeOf(items)}[]`
  const named = Array.isArray(type) ? type.join(' | ') : typeof type === 'string' ? type : 'any'
  return typeof format === 'string' ? `${named} (${format})` : named
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : []
}
