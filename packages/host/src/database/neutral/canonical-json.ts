/**
 * The text of a JSON value that is the same for equal values: keys in the order of their UTF-16 code units, no spaces. SQLite
 * stores the text as it was written, PostgreSQL its own order, and both come to this one.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = value as Readonly<Record<string, unknown>>
  const names = Object.keys(entries).toSorted()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(entries[name])}`).join(',')}}`
}
