/**
 * Channels of a workspace. Their states are those of users' channels. All fields are sealed, bound to the workspace and
 * to the kind.
 */
import { Clock, Problem, requireService, type PluginContext } from '@host/plugin'
import { mostWorkspaceChannels } from '../../shared/workspace-channels.ts'
import type { ChannelHealth, ChannelState } from '../channels/channel-state.ts'
import type { ChannelFields } from '../channels/channel-store.ts'
import type { Tables, WorkspaceDatabase, WorkspaceQueries } from '../models.ts'

/** A workspace, and its part of the database. */
export interface Workspace {
  readonly orgId: string
  readonly db: WorkspaceDatabase
}

/** A channel to create. */
export interface NewWorkspaceChannel {
  readonly kind: string
  readonly name: string
  readonly fields: ChannelFields
  readonly language: 'en' | 'zh'
  readonly categories: readonly string[]
  readonly createdBy: string
}

/** Changes to a channel. */
export interface WorkspaceChannelPatch extends Partial<ChannelHealth> {
  readonly name?: string
  readonly language?: 'en' | 'zh'
  readonly categories?: readonly string[]
  readonly sealed?: string
}

/** A channel as it was read. */
interface AsRead {
  readonly id: string
  readonly sealed: string
  readonly state: ChannelState
}

const slots = Array.from({ length: mostWorkspaceChannels }, (_, slot) => slot)

export class WorkspaceChannelStore {
  readonly #ctx: PluginContext<Tables>

  constructor(ctx: PluginContext<Tables>) {
    this.#ctx = ctx
  }

  async list(db: WorkspaceQueries) {
    return await db.selectFrom('notifications_workspace_channels').selectAll().orderBy('id').execute()
  }

  async find(db: WorkspaceQueries, id: string) {
    return await db.selectFrom('notifications_workspace_channels').selectAll().where('id', '=', id).executeTakeFirst()
  }

  /** @throws Problem `not_found` for one of another workspace too */
  async read(db: WorkspaceQueries, id: string) {
    const channel = await this.find(db, id)
    if (channel !== undefined) return channel
    throw new Problem('not_found', { detail: { en: 'No channel has this ID.', zh: '没有此编号的渠道。' } })
  }

  /** @throws Problem `conflict` over the most that a workspace may have */
  async create({ orgId, db }: Workspace, { fields, createdBy, ...made }: NewWorkspaceChannel) {
    const sealed = await this.seal(orgId, made.kind, fields)
    const created_at = new Date(requireService(this.#ctx, Clock).now()).toISOString()
    const values = { ...made, sealed, created_by: createdBy, created_at }
    return await db.transaction(async (tx) => {
      // Several at once may choose the same slot: one gets it, and the others look again.
      for (let attempt = 0; attempt < slots.length; attempt += 1) {
        const row = await insertInto(tx, values)
        if (row !== undefined) return row
      }
      throw tooMany()
    })
  }

  /**
   * Changes a channel.
   * @param sealed those that the new fields are made of
   * @throws Problem `conflict` if other fields were saved meanwhile, `not_found`
   */
  async change(db: WorkspaceQueries, { id, sealed }: AsRead, patch: WorkspaceChannelPatch): Promise<void> {
    if (Object.keys(patch).length === 0) return
    const update = db.updateTable('notifications_workspace_channels').set(patch).where('id', '=', id)
    const asRead = patch.sealed === undefined ? update : update.where('sealed', '=', sealed)
    const { numUpdatedRows } = await asRead.executeTakeFirst()
    if (numUpdatedRows > 0n) return
    await this.read(db, id)
    throw changedMeanwhile()
  }

  /** As `ChannelStore.changeAsRead`. @returns whether it was updated */
  async changeAsRead(
    db: WorkspaceQueries,
    { id, sealed, state }: AsRead,
    health: Partial<ChannelHealth>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('notifications_workspace_channels')
      .set(health)
      .where('id', '=', id)
      .where('sealed', '=', sealed)
      .where('state', '=', state)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  async remove(db: WorkspaceQueries, id: string): Promise<void> {
    await db.deleteFrom('notifications_workspace_channels').where('id', '=', id).execute()
  }

  async seal(orgId: string, kind: string, fields: ChannelFields): Promise<string> {
    return await this.#ctx.encrypt(JSON.stringify({ kind, fields }), sealedFor(orgId))
  }

  /** @throws Error for altered fields, or those of another workspace or kind */
  async open(orgId: string, { kind, sealed }: { readonly kind: string; readonly sealed: string }) {
    const opened = JSON.parse(await this.#ctx.decrypt(sealed, sealedFor(orgId))) as {
      kind: string
      fields: ChannelFields
    }
    if (opened.kind !== kind) throw new Error('The stored channel has a different kind.')
    return opened.fields
  }
}

type StoredValues = Omit<NewWorkspaceChannel, 'fields' | 'createdBy'> & {
  readonly sealed: string
  readonly created_by: string
  readonly created_at: string
}

/** @returns undefined if another channel took the slot meanwhile @throws Problem `conflict` without a free one */
async function insertInto(tx: WorkspaceQueries, values: StoredValues) {
  const taken = await tx.selectFrom('notifications_workspace_channels').select('slot').execute()
  const slot = slots.find((each) => taken.every((one) => one.slot !== each))
  if (slot === undefined) throw tooMany()
  return await tx
    .insertInto('notifications_workspace_channels')
    .values({ ...values, slot })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

function sealedFor(orgId: string) {
  return { field: 'workspace-channel', orgId }
}

function tooMany(): Problem {
  return new Problem('conflict', {
    detail: {
      en: `This workspace has reached the limit of ${mostWorkspaceChannels} channels.`,
      zh: `此工作区已有 ${mostWorkspaceChannels} 个渠道。`,
    },
    nextStep: { en: 'Delete one to add another.', zh: '请删除不再需要的渠道。' },
  })
}

function changedMeanwhile(): Problem {
  return new Problem('conflict', {
    detail: { en: 'This channel was changed meanwhile.', zh: '此渠道已被他人更改。' },
    nextStep: { en: 'Reload the page, then try again.', zh: '请刷新页面后重试。' },
  })
}
