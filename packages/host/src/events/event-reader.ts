/**
 * Reads the events of a workspace in the order in which they were committed. A page ends where events are not settled
 * yet, see `turns.ts`; so events after a cursor never change, and those before it were read.
 */
import { limits, Problem, type EventRecord, type EventsPage } from '@host/plugin'
import type { DataAccess } from '../database/data-access.ts'
import type { Database } from '../database/database.ts'
import { TypeIds } from '../database/type-id.ts'
import { eventModels } from './models.ts'
import { settledTurns, type Settled } from './turns.ts'

/** Which events to read. */
export interface EventsWanted {
  readonly names?: readonly string[] | undefined
  readonly since?: string | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

/** A position between events: everything up to this turn was read, and of the turn itself the ids up to this one. */
interface Place {
  readonly turn: number
  /** Undefined behind all events of the turn. */
  readonly id: string | undefined
}

const cursorForm = /^(\d{1,15})(?:_(evt_[0-9a-z]{26}))?$/
const start: Place = { turn: 0, id: '' }

export class EventReader {
  readonly #database: Database
  readonly #data: DataAccess

  constructor({ database, data }: { readonly database: Database; readonly data: DataAccess }) {
    this.#database = database
    this.#data = data
  }

  /** @throws Problem `bad_request` for a cursor that no page gave out, or a moment that is none */
  async page(orgId: string, request: EventsWanted): Promise<EventsPage> {
    const limit = Math.min(Math.max(1, Math.trunc(request.limit) || 1), limits.pageSize)
    const from = placeOf(request.cursor)
    const since = momentOf(request.since)
    const { below, end } = await this.settled(orgId)
    // A place behind every event was given out by another server.
    const after = this.#database.dialect === 'sqlite' || from.turn < end ? from : { ...from, turn: 0 }
    const rows = await this.#rows(orgId, { ...request, since, after, below, limit: limit + 1 })
    const items = rows.slice(0, limit)
    const hasMore = rows.length > limit
    const read = hasMore ? items.at(-1) : undefined
    const resumeCursor = cursorOf(read ?? { turn: Math.max(below - 1, after.turn), id: undefined })
    return { items: items.map(recordOf), nextCursor: hasMore ? resumeCursor : null, resumeCursor }
  }

  /** How far the events of a workspace are settled now. */
  async settled(orgId: string): Promise<Settled> {
    return await settledTurns(this.#database, orgId)
  }

  async find(orgId: string, id: string): Promise<EventRecord | undefined> {
    const row = await this.#events(orgId).where('id', '=', id).executeTakeFirst()
    return row && recordOf(row)
  }

  async #rows(orgId: string, wanted: Wanted) {
    const { names, since, after, below, limit } = wanted
    let query = this.#events(orgId)
      .where('turn', '>=', after.turn)
      .where('turn', '<', below)
      .orderBy('turn')
      .orderBy('id')
      .limit(limit)
    const { turn, id } = after
    if (id === undefined) query = query.where('turn', '>', turn)
    else query = query.where((where) => where.or([where('turn', '>', turn), where('id', '>', id)]))
    if (names !== undefined) query = query.where('name', 'in', names.length === 0 ? [''] : names)
    // The bound on the id is the one that the index answers.
    if (since !== undefined) {
      query = query.where('id', '>=', TypeIds.from('evt', Date.parse(since))).where('at', '>=', since)
    }
    return await query.execute()
  }

  #events(orgId: string) {
    return this.#data
      .forHost(eventModels, this.#database)
      .selectFrom('host_events')
      .select(['id', 'org_id as orgId', 'name', 'data', 'at', 'turn'])
      .where('org_id', '=', orgId)
  }
}

interface Wanted extends EventsWanted {
  readonly after: Place
  readonly below: number
}

function recordOf({ id, orgId, name, data, at }: EventRecord): EventRecord {
  return { id, orgId, name, data, at }
}

function placeOf(cursor: string | undefined): Place {
  if (cursor === undefined) return start
  const [, turn, id] = cursorForm.exec(cursor) ?? []
  if (turn === undefined) {
    throw new Problem('bad_request', {
      detail: { en: 'The cursor is invalid.', zh: '该游标并非由事件列表给出。' },
    })
  }
  return { turn: Number(turn), id }
}

function cursorOf({ turn, id }: Place): string {
  return id === undefined ? String(turn) : `${turn}_${id}`
}

/** @returns in UTC @throws Problem `bad_request` */
export function momentOf(since: string | undefined): string | undefined {
  if (since === undefined) return undefined
  const moment = new Date(since)
  const text = Number.isNaN(moment.getTime()) ? '' : moment.toISOString()
  if (/^(?!0000)\d{4}-/.test(text)) return text
  throw new Problem('bad_request', {
    detail: { en: 'Invalid time.', zh: '无法从该时间开始读取事件。' },
    nextStep: { en: 'Use the format 2026-01-31T08:15:00Z.', zh: '请按 2026-01-31T08:15:00Z 的格式填写。' },
  })
}
