/**
 * The notifications of a user. A row is visible only while its reader is a member of its workspace, or an instance
 * admin: each query checks this, so a row written while the member left is never seen.
 */
import type * as z from 'zod/mini'
import { listOf, Problem, type PluginContext, type ScopedDatabase } from '@host/plugin'
import type { listNotifications } from '../../shared/inbox.ts'
import { mostCounted } from '../../shared/unread.ts'
import { instanceOrgId, type AllTables, type Tables } from '../models.ts'

/** The owner of the inbox, and the only visible workspace; undefined for all. */
export interface Reader {
  readonly userId: string
  readonly confinedTo: string | undefined
}

/** Which notifications to change. */
export interface ChosenNotifications {
  readonly ids?: readonly string[] | undefined
  readonly upTo?: string | undefined
}

/** Which part of the inbox. */
export type InboxRequest = z.infer<typeof listNotifications.input>

export class Inbox {
  readonly #ctx: PluginContext<Tables>
  #db: ScopedDatabase<AllTables> | undefined

  constructor(ctx: PluginContext<Tables>) {
    this.#ctx = ctx
  }

  async list(reader: Reader, { state, ...input }: InboxRequest) {
    const shown = this.#shown(reader).select(shownColumns)
    const inState = shown.where('n.archived_at', state === 'archived' ? 'is not' : 'is', null)
    const query = state === 'unread' ? inState.where('n.read_at', 'is', null) : inState
    return await listOf({ db: this.#notifications, input }, query, { id: 'n.id', filter: { category: 'n.category' } })
  }

  /** @throws Problem `not_found` for another person's too */
  async read(reader: Reader, id: string) {
    const row = await this.#shown(reader).where('n.id', '=', id).select(shownColumns).executeTakeFirst()
    if (row === undefined) throw notFound()
    return row
  }

  async countUnread(reader: Reader): Promise<{ readonly count: number; readonly isMore: boolean }> {
    const rows = await this.#shown(reader)
      .where('n.read_at', 'is', null)
      .where('n.archived_at', 'is', null)
      .select('n.id')
      .limit(mostCounted + 1)
      .execute()
    return { count: Math.min(rows.length, mostCounted), isMore: rows.length > mostCounted }
  }

  /** A read notification no longer suppresses its repeats: the next one is delivered. */
  async markRead(reader: Reader, chosen: ChosenNotifications, readAt: string | null): Promise<void> {
    await this.#chosen(reader, chosen)
      .set({ read_at: readAt, unread_as: null })
      .where('read_at', readAt === null ? 'is not' : 'is', null)
      .execute()
  }

  /** Archiving also marks as read. */
  async archive(reader: Reader, chosen: ChosenNotifications, archivedAt: string | null): Promise<void> {
    await this.#chosen(reader, chosen)
      .set({ archived_at: archivedAt, ...(archivedAt !== null && { read_at: archivedAt, unread_as: null }) })
      .where('archived_at', archivedAt === null ? 'is not' : 'is', null)
      .execute()
  }

  /** @throws Problem `not_found` for another person's too */
  async remove(reader: Reader, id: string): Promise<void> {
    const { numDeletedRows } = await whose(this.#notifications.deleteFrom('notifications_notices'), reader)
      .where('id', '=', id)
      .where('in_inbox', '=', true)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound()
  }

  #shown({ userId, confinedTo }: Reader) {
    const rows = this.#notifications
      .selectFrom('notifications_notices as n')
      .innerJoin('users as u', 'u.id', 'n.user_id')
      .leftJoin('memberships as m', (join) =>
        join.onRef('m.org_id', '=', 'n.org_id').onRef('m.user_id', '=', 'n.user_id'),
      )
      .leftJoin('workspaces as w', 'w.id', 'n.org_id')
      .leftJoin('notifications_outcomes as o', (join) =>
        join.onRef('o.org_id', '=', 'n.org_id').onRef('o.asked_as', '=', 'n.asked_as'),
      )
      .where('n.user_id', '=', userId)
      .where('n.in_inbox', '=', true)
      .where((where) =>
        where.or([
          where.and([where('m.id', 'is not', null), where('w.erase_at', 'is', null)]),
          where.and([where('n.org_id', '=', instanceOrgId), where('u.is_instance_admin', '=', true)]),
        ]),
      )
    return confinedTo === undefined ? rows : rows.where('n.org_id', '=', confinedTo)
  }

  #chosen(reader: Reader, { ids, upTo }: ChosenNotifications) {
    const own = whose(this.#notifications.updateTable('notifications_notices'), reader).where('in_inbox', '=', true)
    if (ids !== undefined) return own.where('id', 'in', ids)
    const current = own.where('archived_at', 'is', null)
    return upTo === undefined ? current : current.where('id', '<=', upTo)
  }

  /** Opened once, at the first use: every opening is a line of the log. */
  get #notifications(): ScopedDatabase<AllTables> {
    return (this.#db ??= this.#ctx.db.asInstance('notifications of a user in all their workspaces'))
  }
}

const inboxes = new WeakMap<PluginContext<Tables>, Inbox>()

/** The inbox of a host, which its routes and its badge share. */
export function inboxOf(ctx: PluginContext<Tables>): Inbox {
  const known = inboxes.get(ctx) ?? new Inbox(ctx)
  inboxes.set(ctx, known)
  return known
}

const shownColumns = [
  'n.id',
  'n.org_id',
  'n.category',
  'n.is_urgent',
  'n.title',
  'n.body',
  'n.path',
  'n.actions',
  'n.subject',
  'o.outcome',
  'n.read_at',
  'n.archived_at',
  'n.created_at',
  'w.name as workspace_name',
  'w.slug as workspace_slug',
] as const

interface Narrowing<Query> {
  where(column: 'user_id' | 'org_id', operator: '=', value: string): Query
}

function whose<Query extends Narrowing<Query>>(query: Query, { userId, confinedTo }: Reader): Query {
  const own = query.where('user_id', '=', userId)
  return confinedTo === undefined ? own : own.where('org_id', '=', confinedTo)
}

function notFound(): Problem {
  return new Problem('not_found', {
    detail: { en: 'No notification has this ID.', zh: '没有此编号的通知。' },
  })
}
