import { noContent, type Language, type PluginContext } from '@host/plugin'
import { changeChannel, createChannel, deleteChannel, listChannels, testChannel } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { NotificationsMux } from '../notifications-mux.ts'
import { admittedFields, kindOf, newFields, requireKind } from './channel-fields.ts'
import { channelKinds, shownChannel, shownKind } from './channel-kinds.ts'
import { switched, unproven } from './channel-state.ts'
import type { ChannelStore } from './channel-store.ts'
import { sendTest } from './test-message.ts'

/** Routes of a user's channels. They deliver notifications of all workspaces, so they belong to the account. */
export function mountChannels(mux: NotificationsMux, ctx: PluginContext<Tables>, store: ChannelStore): void {
  const shownRow = async (row: StoredChannel, language: Language) =>
    shownChannel(row, { fields: await store.open(row), kind: kindOf(ctx, row.kind), language })
  const shown = async (userId: string, id: string, language: Language) =>
    await shownRow(await store.read(userId, id), language)

  mux.endpoint(listChannels, async ({ userId, language }) => {
    const items = await Promise.all((await store.list(userId)).map((row) => shownRow(row, language)))
    return { items, nextCursor: null, kinds: channelKinds(ctx).map((kind) => shownKind(kind, language)) }
  })
  mux.endpoint(createChannel, async ({ userId, language, input }) => {
    const kind = requireKind(ctx, input.kind)
    const { fields, signingKey } = await newFields(ctx, kind, input.fields)
    const row = await store.create(userId, { kind: kind.id, name: input.name, fields })
    return { ...shownChannel(row, { fields, kind, language }), signingKey }
  })
  mux.endpoint(changeChannel, async ({ userId, params, language, input }) => {
    const row = await store.read(userId, params.id)
    const { name, isOn, fields: given } = input
    const stored = await store.open(row)
    const schema = kindOf(ctx, row.kind)?.fields ?? {}
    const fields = given === undefined ? stored : await admittedFields(ctx, { schema, given, stored })
    const isOther = JSON.stringify(fields) !== JSON.stringify(stored)
    await store.change(row.id, {
      name,
      ...(isOther && { sealed: await store.seal(userId, row.kind, fields), ...unproven }),
      ...switched(row.state, isOn),
    })
    return await shown(userId, row.id, language)
  })
  mux.endpoint(deleteChannel, async ({ userId, params }) => {
    await store.remove(userId, params.id)
    return noContent()
  })
  mux.endpoint(testChannel, async ({ userId, params, language, signal }) => {
    const row = await store.read(userId, params.id)
    const open = () => store.open(row)
    const { id, kind } = row
    await store.changeAsRead(row, await sendTest(ctx, { id, kind, open, language, countedAs: userId, signal }))
    return await shown(userId, row.id, language)
  })
}

type StoredChannel = Awaited<ReturnType<ChannelStore['read']>>
