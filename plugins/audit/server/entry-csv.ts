import { csvLine, csvMark, type CsvValue } from '@host/plugin'
import type { AuditRecord } from '@host/plugin/platform'

const columns: readonly (readonly [name: string, value: (entry: AuditRecord) => CsvValue])[] = [
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
  ['granted_by', ({ actor }) => actor.grantedById],
]

/** The first line of a file of entries. */
export const entryHead = csvMark + csvLine(columns.map(([name]) => name))

/** An entry as a line. */
export function entryLine(entry: AuditRecord): string {
  return csvLine(columns.map(([, value]) => value(entry)))
}
