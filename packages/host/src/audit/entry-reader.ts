import { limits, Problem, type AuditActorKind, type Page, type PageRequest } from '@host/plugin'
import type { AuditFilter, AuditRecord } from '@host/plugin/platform'
import { countBetween } from './count-between.ts'
import {
  mostWindows,
  sealedWindows,
  unsealedWindows,
  usualWindow,
  type EntryPosition,
  type EntrySearch,
} from './entry-windows.ts'
import {
  sealedEntries,
  unsealedEntries,
  withActorId,
  type EntryDatabase,
  type EntryQuery,
  type EntryReads,
} from './matching-entries.ts'

const cursorForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(aud_[0-9a-z]{26})$/
/** Comes before all ids. */
const noId = `aud_${'0'.repeat(26)}`

/**
 * Reads entries, the newest first, whether they are sealed or wait for their seal. Those that wait are read first: one
 * that is sealed meanwhile is found twice and shown once, never rolledBack.
 *
 * All but the read of one entry are background reads by windows; see `entry-windows`.
 */
export class EntryReader {
  readonly #db: EntryDatabase
  readonly #windowSize: number

  constructor(db: EntryDatabase, windowSize: number = usualWindow) {
    this.#db = db
    this.#windowSize = windowSize
  }

  /** May hold fewer entries than asked for, and none, although more follow: one page looks at 100,000 entries. */
  async page(orgId: string, options: AuditFilter & PageRequest): Promise<Page<AuditRecord>> {
    const db = this.#db.backgroundReads(orgId)
    const after = positionOf(options.cursor)
    const search = { orgId, filter: await withActorId(db, options), after, windowSize: this.#windowSize }
    const size = sizeOf(options.limit)
    const waiting = await newestUnsealed(db, search, size + 1)
    const { rows, since } = await newestSealed(db, search, size + 1)
    return answerOf(merged(waiting, rows), { size, since })
  }

  async one(orgId: string, id: string): Promise<AuditRecord | undefined> {
    const named = (entries: EntryQuery) => shown(entries.where('e.id', '=', id)).executeTakeFirst()
    const waiting = await named(unsealedEntries(this.#db, orgId))
    const row = (await named(sealedEntries(this.#db, orgId))) ?? waiting
    return row && recordOf(row)
  }

  /** Counts up to `most`, and looks at ten times as many entries. */
  async count(orgId: string, options: AuditFilter, most: number): Promise<number> {
    const db = this.#db.backgroundReads(orgId)
    const windowSize = this.#windowSize
    const search = { orgId, filter: await withActorId(db, options), after: undefined, windowSize }
    let count = 0
    for await (const entries of unsealedWindows(db, search)) count += await countOf(entries)
    let looked = 0
    for await (const { entries } of sealedWindows(db, search)) {
      count += await countOf(entries)
      looked += windowSize
      if (count >= most || looked >= most * 10) break
    }
    return Math.min(count, most)
  }

  async countBetween(orgId: string, moments: readonly string[], most: number): Promise<readonly number[]> {
    return await countBetween(this.#db.backgroundReads(orgId), {
      orgId,
      moments,
      most,
      windowSize: this.#windowSize,
    })
  }
}

async function newestUnsealed(db: EntryReads, search: EntrySearch, count: number): Promise<readonly ShownRow[]> {
  const rows: ShownRow[] = []
  for await (const entries of unsealedWindows(db, search)) rows.push(...(await newest(entries, count).execute()))
  return rows
}

/** Rows until there are enough or a page has looked at enough: then `since` is how far back it came. */
async function newestSealed(db: EntryReads, search: EntrySearch, count: number): Promise<FoundRows> {
  const rows: ShownRow[] = []
  let looked = 0
  for await (const { entries, since } of sealedWindows(db, search, true)) {
    rows.push(...(await newest(entries, count - rows.length).execute()))
    looked += 1
    if (rows.length >= count) break
    if (looked === mostWindows) return { rows, since }
  }
  return { rows, since: undefined }
}

interface FoundRows {
  readonly rows: readonly ShownRow[]
  /** The time before which nothing was looked at; undefined when the rows are enough, or all. */
  readonly since: string | undefined
}

async function countOf(entries: EntryQuery): Promise<number> {
  const query = entries.clearSelect().select((select) => select.fn.countAll<number>().as('count'))
  return (await query.executeTakeFirstOrThrow()).count
}

/** Columns shown in lists and details. */
function shown(query: EntryQuery) {
  return query
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .leftJoin('api_tokens as t', 't.id', 'e.token_id')
    .leftJoin('users as g', 'g.id', 'e.granted_by')
    .select(['e.id', 'e.action', 'e.target', 'e.plugin', 'e.endpoint', 'e.address', 'e.at', 'e.before', 'e.after'])
    .select(['e.user_agent as userAgent', 'e.request_id as requestId'])
    .select(['e.actor_kind as actorKind', 'e.actor_id as actorId', 'u.name as actorName'])
    .select(['e.token_id as tokenId', 't.name as tokenName', 'e.granted_by as grantedById', 'g.name as grantedByName'])
}

function newest(entries: EntryQuery, count: number) {
  return shown(entries.orderBy('e.at', 'desc').orderBy('e.id', 'desc').limit(count))
}

/** @throws Problem `bad_request` */
function positionOf(cursor: string | undefined): EntryPosition | undefined {
  if (cursor === undefined) return undefined
  const [, at, id] = cursorForm.exec(cursor) ?? []
  if (at === undefined || id === undefined || !isMoment(at)) throw badCursor()
  return { at, id }
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
  readonly tokenId: string | null
  readonly tokenName: string | null
  readonly grantedById: string | null
  readonly grantedByName: string | null
  readonly before: string | null
  readonly after: string | null
}

function recordOf({
  actorKind,
  actorId,
  actorName,
  tokenId,
  tokenName,
  grantedById,
  grantedByName,
  before,
  after,
  sequence,
  ...row
}: ShownRow): AuditRecord {
  return {
    ...row,
    sequence: sequence ?? null,
    actor: { kind: actorKind, id: actorId, name: actorName, tokenId, tokenName, grantedById, grantedByName },
    before: parse(before),
    after: parse(after),
  }
}

/** Stored values are JSON objects; a tampered value is shown as it is. */
function parse(text: string | null): AuditRecord['before'] {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : { value }
  } catch {
    return { value: text }
  }
}

/** Entries older than `since` are left to the next page, which begins there. */
function answerOf(
  rows: readonly AuditRecord[],
  { size, since }: { readonly size: number; readonly since: string | undefined },
): Page<AuditRecord> {
  const reached = since === undefined ? rows : rows.filter(({ at }) => at >= since)
  const items = reached.slice(0, size)
  const last = items.at(-1)
  if (reached.length > size && last !== undefined) return { items, nextCursor: `${last.at}_${last.id}` }
  return { items, nextCursor: since === undefined ? null : `${since}_${noId}` }
}

function sizeOf(limit: number = limits.defaultPageSize): number {
  return Math.min(Math.max(1, Math.trunc(limit)), limits.pageSize)
}

function badCursor(): Problem {
  return new Problem('bad_request', {
    detail: { en: 'The cursor is invalid.', zh: '该游标并非由审计日志的列表给出。' },
  })
}
