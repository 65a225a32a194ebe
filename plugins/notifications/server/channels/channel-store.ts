/**
 * Channels of users. All fields are sealed, bound to the owner and to the kind, so that they can't be opened as another
 * channel.
 *
 *   unproven ── test message delivered ───► working ◄── message delivered ── failing ── for days, or permanently ──► off
 *       ▲                                     └── message failed ─────────►                                         │
 *       └────────────────────────── fields changed, or switched on again ───────────────────────────────────────────┘
 */
import { Clock, Problem, type PluginContext, type ScopedDatabase, requireService } from '@host/plugin'
import { mostChannels } from '../../shared/channels.ts'
import type { AllQueries, AllTables, Tables } from '../models.ts'
import type { ChannelHealth, ChannelState } from './channel-state.ts'

/** The values of the form fields. */
export type ChannelFields = Readonly<Record<string, string>>

/** Changes to a channel. */
export interface ChannelPatch extends Partial<ChannelHealth> {
  readonly name?: string | undefined
  readonly sealed?: string
}

export class ChannelStore {
  readonly #ctx: PluginContext<Tables>
  #db: ScopedDatabase<AllTables> | undefined

  constructor(ctx: PluginContext<Tables>) {
    this.#ctx = ctx
  }

  async list(userId: string) {
    return await this.#channels
      .selectFrom('notifications_channels')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
  }

  /** A channel, whosever it is: for the jobs. */
  async find(id: string) {
    return await this.#channels.selectFrom('notifications_channels').selectAll().where('id', '=', id).executeTakeFirst()
  }

  /** @throws Problem `not_found` for another person's too */
  async read(userId: string, id: string) {
    const channel = await this.find(id)
    if (channel?.user_id === userId) return channel
    throw new Problem('not_found', { detail: { en: 'No channel has this ID.', zh: '没有此编号的渠道。' } })
  }

  /** @throws Problem `conflict` over the most that one person may have */
  async create(userId: string, made: { readonly kind: string; readonly name: string; readonly fields: ChannelFields }) {
    const { kind, name, fields } = made
    const sealed = await this.seal(userId, kind, fields)
    const created_at = new Date(requireService(this.#ctx, Clock).now()).toISOString()
    return await this.#channels.transaction(async (db) => {
      // Locks the row of the user, also where they have no channel yet, so that several at once are counted in order.
      await db
        .insertInto('notifications_people')
        .values({ user_id: userId })
        .onConflict((conflict) => conflict.columns(['user_id']).doUpdateSet({ user_id: userId }))
        .execute()
      const own = db.selectFrom('notifications_channels').where('user_id', '=', userId)
      const { count } = await own.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      if (count >= mostChannels) throw tooMany()
      return await db
        .insertInto('notifications_channels')
        .values({ user_id: userId, kind, name, sealed, created_at })
        .returningAll()
        .executeTakeFirstOrThrow()
    })
  }

  async change(id: string, patch: ChannelPatch): Promise<void> {
    const { name, ...rest } = patch
    await this.#channels
      .updateTable('notifications_channels')
      .set({ ...rest, ...(name !== undefined && { name }) })
      .where('id', '=', id)
      .execute()
  }

  /**
   * Updates a channel after a delivery, unless it has changed since it was read: the outcome for one destination says
   * nothing about the next, and must not switch on a channel that its owner switched off.
   * @param beside writes of the same transaction, if it was updated
   * @returns whether it was updated
   */
  async changeAsRead(
    { id, sealed, state }: { readonly id: string; readonly sealed: string; readonly state: ChannelState },
    patch: ChannelPatch,
    beside: (db: AllQueries) => Promise<void> = async () => undefined,
  ): Promise<boolean> {
    return await this.#channels.transaction(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('notifications_channels')
        .set(patch)
        .where('id', '=', id)
        .where('sealed', '=', sealed)
        .where('state', '=', state)
        .executeTakeFirst()
      const isUpdated = numUpdatedRows > 0n
      if (isUpdated) await beside(db)
      return isUpdated
    })
  }

  async remove(userId: string, id: string): Promise<void> {
    await this.read(userId, id)
    await this.#channels.deleteFrom('notifications_channels').where('id', '=', id).execute()
  }

  async seal(userId: string, kind: string, fields: ChannelFields): Promise<string> {
    return await this.#ctx.encrypt(JSON.stringify({ kind, fields }), sealedFor(userId))
  }

  /** @throws Error for altered fields, or those of another user or kind */
  async open({
    user_id: userId,
    kind,
    sealed,
  }: {
    readonly user_id: string
    readonly kind: string
    readonly sealed: string
  }) {
    const opened = JSON.parse(await this.#ctx.decrypt(sealed, sealedFor(userId))) as {
      kind: string
      fields: ChannelFields
    }
    if (opened.kind !== kind) throw new Error('The stored channel has a different kind.')
    return opened.fields
  }

  get #channels(): ScopedDatabase<AllTables> {
    return (this.#db ??= this.#ctx.db.asInstance('channels of a user, which belong to no workspace'))
  }
}

/** Sealed for the instance: a user's channel belongs to none of their workspaces. */
function sealedFor(userId: string) {
  return { field: 'channel', row: userId, orgId: null }
}

function tooMany(): Problem {
  return new Problem('conflict', {
    detail: { en: `You've reached the limit of ${mostChannels} channels.`, zh: `您已有 ${mostChannels} 个渠道。` },
    nextStep: { en: 'Delete one to add another.', zh: '请删除不再需要的渠道。' },
  })
}
