import {
  limits,
  Problem,
  type AuditActorKind,
  type AuditFilter,
  type AuditRecord,
  type AuditRecordDetails,
  type Page,
  type PageRequest,
} from '@host/plugin'
import { entriesOf, matchingEntries, type EntryDatabase, type EntryQuery } from './matching-entries.ts'

const cursorForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(aud_[0-9a-z]{26})$/

/** Reads entries, the newest first. */
export class EntryReader {
  readonly #db: EntryDatabase

  constructor(db: EntryDatabase) {
    this.#db = db
  }

  async page(orgId: string, options: AuditFilter & PageRequest): Promise<Page<AuditRecord>> {
    const rows = await named(pageOf(await matchingEntries(this.#db, orgId, options), options)).execute()
    return answerOf(rows.map(recordOf), options)
  }

  async pageOfDetails(orgId: string, options: AuditFilter & PageRequest): Promise<Page<AuditRecordDetails>> {
    const page = pageOf(await matchingEntries(this.#db, orgId, options), options)
    const rows = await named(page).select(changes).execute()
    return answerOf(rows.map(detailsOf), options)
  }

  async one(orgId: string, id: string): Promise<AuditRecordDetails | undefined> {
    const entry = entriesOf(this.#db, orgId).where('e.id', '=', id)
    const row = await named(entry).select(changes).executeTakeFirst()
    return row && detailsOf(row)
  }

  async count(orgId: string, filter: AuditFilter, most: number): Promise<number> {
    const matching = (await matchingEntries(this.#db, orgId, filter)).select('e.id').limit(most)
    const row = await this.#db
      .selectFrom(matching.as('matching'))
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return row.count
  }
}

const changes = ['e.before', 'e.after'] as const

/** What every list and every entry shows. */
function named(query: EntryQuery) {
  return query
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.id', 'e.seq as sequence', 'e.action', 'e.target', 'e.plugin', 'e.endpoint', 'e.address', 'e.at'])
    .select(['e.user_agent as userAgent', 'e.request_id as requestId'])
    .select(['e.actor_kind as actorKind', 'e.actor_id as actorId', 'u.name as actorName'])
}

/** One entry more than the page shows, to know whether another one follows. */
function pageOf(query: EntryQuery, { cursor, limit }: PageRequest): EntryQuery {
  const ordered = query
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(sizeOf(limit) + 1)
  if (cursor === undefined) return ordered
  const [, at, id] = cursorForm.exec(cursor) ?? []
  if (at === undefined || id === undefined) throw badCursor()
  return ordered.where('e.at', '<=', at).where((where) => where.or([where('e.at', '<', at), where('e.id', '<', id)]))
}

type ListedRow = Omit<AuditRecord, 'actor'> & {
  readonly actorKind: AuditActorKind
  readonly actorId: string | null
  readonly actorName: string | null
}

function recordOf({ actorKind, actorId, actorName, ...row }: ListedRow): AuditRecord {
  return { ...row, actor: { kind: actorKind, id: actorId, name: actorName } }
}

function detailsOf({
  before,
  after,
  ...row
}: ListedRow & { readonly before: string | null; readonly after: string | null }): AuditRecordDetails {
  return { ...recordOf(row), before: parse(before), after: parse(after) }
}

/** What is stored is an object's JSON; what somebody else made of it is shown as it is. */
function parse(text: string | null): AuditRecordDetails['before'] {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : { value }
  } catch {
    return { value: text }
  }
}

function answerOf<Entry extends AuditRecord>(rows: readonly Entry[], { limit }: PageRequest): Page<Entry> {
  const items = rows.slice(0, sizeOf(limit))
  const last = items.at(-1)
  return { items, nextCursor: rows.length > items.length && last !== undefined ? `${last.at}_${last.id}` : null }
}

function sizeOf(limit: number = limits.defaultPageSize): number {
  return Math.min(Math.max(1, Math.trunc(limit)), limits.pageSize)
}

function badCursor(): Problem {
  return new Problem('bad_request', { detail: 'No list of the audit log gave out this cursor.' })
}
