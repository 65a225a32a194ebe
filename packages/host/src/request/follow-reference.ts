import type { JsonSchema } from '@host/plugin'

/** A schema with its reference into the same document followed; `{}` for one that leads nowhere. */
export function followReference(root: JsonSchema, schema: JsonSchema): JsonSchema {
  const pointer = schema['$ref']
  if (typeof pointer !== 'string') return schema
  const target = pointer.split('/').slice(1).reduce<unknown>(step, root)
  return isSchema(target) ? target : {}
}

/** Whether a value is a schema other than `true` and `false`. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function step(node: unknown, key: string): unknown {
  const name = decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')
  return isSchema(node) && Object.hasOwn(node, name) ? node[name] : undefined
}
