import {
  limits,
  Problem,
  type AuditActorKind,
  type AuditFilter,
  type AuditRecord,
  type Page,
  type PageRequest,
} from '@host/plugin'
import { countBetween } from './count-between.ts'
import {
  actorIdOf,
  matching,
  sealedEntries,
  unsealedEntries,
  type EntryDatabase,
  type EntryQuery,
} from './matching-entries.ts'

const cursorForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(aud_[0-9a-z]{26})$/

/**
 * Reads entries, the newest first, whether they are sealed or wait for their seal. Those that wait are read first: one
 * that is sealed meanwhile is found twice and shown once, never missed.
 */
export class EntryReader {
  readonly #db: EntryDatabase

  constructor(db: EntryDatabase) {
    this.#db = db
  }

  async page(orgId: string, options: AuditFilter & PageRequest): Promise<Page<AuditRecord>> {
    const filter = { ...options, actor: await actorIdOf(this.#db, options) }
    const read = (entries: EntryQuery) => shown(pageOf(matching(entries, filter), options)).execute()
    const waiting = await read(unsealedEntries(this.#db, orgId))
    const sealed = await read(sealedEntries(this.#db, orgId))
    return answerOf(merged(waiting, sealed), options)
  }

  async one(orgId: string, id: string): Promise<AuditRecord | undefined> {
    const named = (entries: EntryQuery) => shown(entries.where('e.id', '=', id)).executeTakeFirst()
    const waiting = await named(unsealedEntries(this.#db, orgId))
    const row = (await named(sealedEntries(this.#db, orgId))) ?? waiting
    return row && recordOf(row)
  }

  async count(orgId: string, options: AuditFilter, most: number): Promise<number> {
    const filter = { ...options, actor: await actorIdOf(this.#db, options) }
    const counted = async (entries: EntryQuery): Promise<number> => {
      const found = matching(entries, filter).select('e.id').limit(most).as('found')
      const query = this.#db.selectFrom(found).select((select) => select.fn.countAll<number>().as('count'))
      return (await query.executeTakeFirstOrThrow()).count
    }
    const waiting = await counted(unsealedEntries(this.#db, orgId))
    return Math.min(waiting + (await counted(sealedEntries(this.#db, orgId))), most)
  }

  async countBetween(orgId: string, moments: readonly string[], most: number): Promise<readonly number[]> {
    const spans = { moments, most }
    const waiting = await countBetween(this.#db, unsealedEntries(this.#db, orgId), spans)
    const sealed = await countBetween(this.#db, sealedEntries(this.#db, orgId), spans)
    return waiting.map((count, index) => count + (sealed[index] ?? 0))
  }
}

/** What lists and entries show. */
function shown(query: EntryQuery) {
  return query
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.id', 'e.action', 'e.target', 'e.plugin', 'e.endpoint', 'e.address', 'e.at', 'e.before', 'e.after'])
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
  if (at === undefined || id === undefined || !isMoment(at)) throw badCursor()
  return ordered.where('e.at', '<=', at).where((where) => where.or([where('e.at', '<', at), where('e.id', '<', id)]))
}

/** Digits alone may name a month that there is not, or the year 0, which no database has. */
function isMoment(at: string): boolean {
  return !Number.isNaN(Date.parse(at)) && !at.startsWith('0000')
}

/** The rows of both tables in their order; of one that is in both, the sealed one. */
function merged(waiting: readonly ShownRow[], sealed: readonly ShownRow[]): readonly AuditRecord[] {
  const rows = new Map([...waiting, ...sealed].map((row) => [row.id, row]))
  return [...rows.values()].map(recordOf).toSorted((a, b) => compare(b.at, a.at) || compare(b.id, a.id))
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

type ShownRow = Omit<AuditRecord, 'actor' | 'before' | 'after' | 'sequence'> & {
  readonly sequence?: number
  readonly actorKind: AuditActorKind
  readonly actorId: string | null
  readonly actorName: string | null
  readonly before: string | null
  readonly after: string | null
}

function recordOf({ actorKind, actorId, actorName, before, after, sequence, ...row }: ShownRow): AuditRecord {
  return {
    ...row,
    sequence: sequence ?? null,
    actor: { kind: actorKind, id: actorId, name: actorName },
    before: parse(before),
    after: parse(after),
  }
}

/** What is stored is an object's JSON; what somebody else made of it is shown as it is. */
function parse(text: string | null): AuditRecord['before'] {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : { value }
  } catch {
    return { value: text }
  }
}

function answerOf(rows: readonly AuditRecord[], { limit }: PageRequest): Page<AuditRecord> {
  const items = rows.slice(0, sizeOf(limit))
  const last = items.at(-1)
  return { items, nextCursor: rows.length > items.length && last !== undefined ? `${last.at}_${last.id}` : null }
}

function sizeOf(limit: number = limits.defaultPageSize): number {
  return Math.min(Math.max(1, Math.trunc(limit)), limits.pageSize)
}

function badCursor(): Problem {
  return new Problem('bad_request', {
    detail: { en: 'No list of the audit log gave out this cursor.', zh: '该游标并非由审计日志的列表给出。' },
  })
}
