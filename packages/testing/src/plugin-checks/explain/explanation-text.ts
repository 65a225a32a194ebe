import type { JsonSchema } from '@host/plugin'
import type { Explanation, ExplainedEndpoint } from './explain-plugin.ts'

/** An explanation as readable text. */
export function explanationText({ plugin, tables, endpoints, routes, tools, events }: Explanation): string {
  const sections: readonly (readonly [string, readonly string[]])[] = [
    [
      'Tables',
      tables.flatMap(({ table, columns }) => [table, ...columns.map(({ name, type }) => `  ${name}: ${type}`)]),
    ],
    ['Endpoints', endpoints.flatMap(endpointLines)],
    ['Other routes', routes],
    ['Tools for agents', tools.map(({ name, description, approval }) => toolLine(name, description, approval))],
    [
      'Events',
      events.flatMap(({ name, description, data }) => [`${name}: ${description}`, `  data: ${shapeOf(data)}`]),
    ],
  ]
  const written = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${title}\n${lines.map((line) => `  ${line}\n`).join('')}`)
  return `${plugin}\n\n${written.join('\n')}`
}

function endpointLines({ pattern, summary, access, input, output }: ExplainedEndpoint): readonly string[] {
  return [`${pattern} (${access}): ${summary}`, `  input: ${shapeOf(input)}`, `  output: ${shapeOf(output)}`]
}

function toolLine(name: string, description: string, approval: boolean): string {
  return `${name}: ${description}${approval ? ' Needs approval.' : ''}`
}

const deepest = 4

/** A JSON Schema in one line, such as `{ name: string, amount?: integer }`. */
function shapeOf(schema: JsonSchema, depth = 0): string {
  const branches = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonSchema[] | undefined
  if (branches !== undefined) return branches.map((branch) => shapeOf(branch, depth)).join(' | ')
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ')
  const type: unknown = schema['type']
  if (Array.isArray(type)) return type.join(' | ')
  if (type === 'null') return depth === 0 ? 'nothing' : 'null'
  if (type === 'array') return `${shapeOf((schema['items'] ?? {}) as JsonSchema, depth + 1)}[]`
  if (type === 'object') return depth > deepest ? '{ … }' : objectShape(schema, depth)
  return typeof type === 'string' ? type : 'any'
}

function objectShape(schema: JsonSchema, depth: number): string {
  const required = new Set(schema['required'] as readonly string[] | undefined)
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>)
  if (properties.length === 0) return '{}'
  const members = properties.map(
    ([name, property]) => `${name}${required.has(name) ? '' : '?'}: ${shapeOf(property, depth + 1)}`,
  )
  return `{ ${members.join(', ')} }`
}
