import type { AuditRecord } from '@host/plugin'

const columns: readonly (readonly [name: string, value: (entry: AuditRecord) => string | number | null])[] = [
  ['time', ({ at }) => at],
  ['action', ({ action }) => action],
  ['actor_kind', ({ actor }) => actor.kind],
  ['actor_id', ({ actor }) => actor.id],
  ['actor_name', ({ actor }) => actor.name],
  ['target', ({ target }) => target],
  ['before', ({ before }) => before && JSON.stringify(before)],
  ['after', ({ after }) => after && JSON.stringify(after)],
  ['address', ({ address }) => address],
  ['user_agent', ({ userAgent }) => userAgent],
  ['request_id', ({ requestId }) => requestId],
  ['plugin', ({ plugin }) => plugin],
  ['endpoint', ({ endpoint }) => endpoint],
  ['sequence', ({ sequence }) => sequence],
  ['id', ({ id }) => id],
  ['token_id', ({ actor }) => actor.tokenId],
]

/** The first line; the mark before it tells spreadsheets that what follows is UTF-8. */
export const csvHead = `\uFEFF${columns.map(([name]) => name).join(',')}\r\n`

/** An entry as a line (RFC 4180). */
export function csvLine(entry: AuditRecord): string {
  return `${columns.map(([, value]) => csvCell(value(entry))).join(',')}\r\n`
}

/**
 * A value as a cell. Spreadsheets take what begins like a formula for one and run it, and anybody may have chosen a name
 * or a browser's words: an apostrophe in front makes it text.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  const text = String(value)
  const safe = typeof value === 'string' && /^[\s\uFEFF]*[=+\-@\t\r\n|%]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
