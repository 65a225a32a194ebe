import { hash } from 'node:crypto'

const longestName = 63

/**
 * The name of an index or a constraint that a model asks for. Points, which no table or column has, keep two of them from
 * one name; so does a digest where PostgreSQL would cut.
 */
export function schemaName(parts: readonly string[], suffix: string): string {
  const name = parts.join('.')
  if (name.length + suffix.length <= longestName) return name + suffix
  const digest = hash('sha256', name).slice(0, 10)
  return `${name.slice(0, longestName - suffix.length - 11)}_${digest}${suffix}`
}
