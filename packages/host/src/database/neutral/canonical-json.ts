/**
 * The text of a JSON value that is the same for equal values: keys in the order of their UTF-16 code units, no spaces. SQLite
 * stores the text as it was written, PostgreSQL its own order, and both come to this one.
 */
export function canonicalJson(value: unknown): string {
  return isSorted(value) ? JSON.stringify(value) : sortedJson(value)
}

/** Whether all keys are in their order, as they are in most values: the text is made at once then. */
function isSorted(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isSorted)
  let last = ''
  const entries = value as Readonly<Record<string, unknown>>
  for (const name of Object.keys(entries)) {
    if (name < last || !isSorted(entries[name])) return false
    last = name
  }
  return true
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = value as Readonly<Record<string, unknown>>
  const names = Object.keys(entries).toSorted()
  return `{${names.map((name) => `${JSON.stringify(name)}:${sortedJson(entries[name])}`).join(',')}}`
}
