import {
  noContent,
  Outbound,
  Problem,
  RateLimit,
  type Language,
  type PluginContext,
  requireService,
} from '@host/plugin'
import { Webhooks } from '@host/plugin/platform'
import { changeChannel, createChannel, deleteChannel, listChannels, testChannel } from '../../shared.ts'
import { texts } from '../i18n.ts'
import type { Tables } from '../models.ts'
import type { NotificationsMux } from '../notifications-mux.ts'
import { failureOf } from './channel-failure.ts'
import { channelKinds, shownChannel, shownKind } from './channel-kinds.ts'
import type { ChannelStore } from './channel-store.ts'
import { checkedFields, requireDestinations, type GivenFields } from './check-fields.ts'
import { webhookKind } from './webhook.ts'

/** Test messages per hour: any signed-in user can send them to addresses of their choice. */
const testsPerHour = 20
const hour = 3_600_000
const testTime = 20_000

/** Routes of a user's channels. They deliver notifications of all workspaces, so they belong to the account. */
export function mountChannels(mux: NotificationsMux, ctx: PluginContext<Tables>, store: ChannelStore): void {
  const kindOf = (id: string) => channelKinds(ctx).find((kind) => kind.id === id)
  const shownRow = async (row: StoredChannel, language: Language) =>
    shownChannel(row, { fields: await store.open(row), kind: kindOf(row.kind), language })
  const shown = async (userId: string, id: string, language: Language) =>
    await shownRow(await store.read(userId, id), language)

  mux.endpoint(listChannels, async ({ userId, language }) => {
    const items = await Promise.all((await store.list(userId)).map((row) => shownRow(row, language)))
    return { items, nextCursor: null, kinds: channelKinds(ctx).map((kind) => shownKind(kind, language)) }
  })
  mux.endpoint(createChannel, async ({ userId, language, input }) => {
    const kind = kindOf(input.kind)
    if (kind === undefined) throw new Problem('invalid_input', { errors: [{ path: 'kind', message: noSuchKind }] })
    const signingKey = kind.id === webhookKind ? (ctx.lookup(Webhooks)?.newSecret() ?? null) : null
    const given = await admittedFields(ctx, { schema: kind.fields, given: input.fields })
    const fields = signingKey === null ? given : { ...given, signingKey }
    const row = await store.create(userId, { kind: kind.id, name: input.name, fields })
    return { ...shownChannel(row, { fields, kind, language }), signingKey }
  })
  mux.endpoint(changeChannel, async ({ userId, params, language, input }) => {
    const row = await store.read(userId, params.id)
    const { name, isOn, fields: given } = input
    const stored = await store.open(row)
    const schema = kindOf(row.kind)?.fields ?? {}
    const fields = given === undefined ? stored : await admittedFields(ctx, { schema, given, stored })
    const isOther = JSON.stringify(fields) !== JSON.stringify(stored)
    await store.change(row.id, {
      name,
      ...(isOther && { sealed: await store.seal(userId, row.kind, fields), ...unproven }),
      ...(isOn === true && row.state === 'off' && unproven),
      ...(isOn === false && { state: 'off' as const, failing_since: null }),
    })
    return await shown(userId, row.id, language)
  })
  mux.endpoint(deleteChannel, async ({ userId, params }) => {
    await store.remove(userId, params.id)
    return noContent()
  })
  mux.endpoint(testChannel, async ({ userId, params, language, signal }) => {
    const row = await store.read(userId, params.id)
    const kind = kindOf(row.kind)
    if (kind === undefined) throw new Problem('conflict', { detail: noSuchKind })
    await requireFewTests(ctx, userId)
    const message = testMessage(row.id, language)
    try {
      await kind.send(await store.open(row), message, AbortSignal.any([signal, AbortSignal.timeout(testTime)]))
      await store.changeAsRead(row, { state: 'working', error: null, failing_since: null })
    } catch (error) {
      await store.changeAsRead(row, { error: failureOf(error) })
    }
    return await shown(userId, row.id, language)
  })
}

/** The field values, once they are valid and each address in them is an allowed destination. */
async function admittedFields(
  ctx: PluginContext<Tables>,
  given: GivenFields,
): Promise<Readonly<Record<string, string>>> {
  const fields = checkedFields(given)
  await requireDestinations(given.schema, fields, ctx.lookup(Outbound))
  return fields
}

type StoredChannel = Awaited<ReturnType<ChannelStore['read']>>

function testMessage(channelId: string, language: Language) {
  const [title, body] = [texts('channel.test')[language], texts('channel.testBody')[language]]
  return { id: `${channelId}_test`, title, body, url: undefined, language }
}

async function requireFewTests(ctx: PluginContext<Tables>, userId: string): Promise<void> {
  const { allowed, resetAfter } = await requireService(ctx, RateLimit).take(`test:${userId}`, testsPerHour, hour)
  if (!allowed) throw new Problem('too_many_requests', { headers: { 'retry-after': String(resetAfter) } })
}

const unproven = { state: 'unproven', error: null, failing_since: null } as const
const noSuchKind = { en: "This build doesn't support this channel type.", zh: '此版本没有该类型的渠道。' }
