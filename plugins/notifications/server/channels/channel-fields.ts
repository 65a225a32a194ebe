import { Outbound, Problem, type NotificationChannel, type PluginContext } from '@host/plugin'
import { Webhooks } from '@host/plugin/platform'
import type { Tables } from '../models.ts'
import { channelKinds } from './channel-kinds.ts'
import type { ChannelFields } from './channel-store.ts'
import { checkedFields, requireDestinations, type GivenFields } from './check-fields.ts'
import { webhookKind } from './webhook.ts'

/** A kind of this build. @throws Problem `invalid_input` */
export function requireKind(ctx: PluginContext<Tables>, id: string): NotificationChannel {
  const kind = kindOf(ctx, id)
  if (kind !== undefined) return kind
  throw new Problem('invalid_input', { errors: [{ path: 'kind', message: noSuchKind }] })
}

/** Undefined for a kind that the build no longer has. */
export function kindOf(ctx: PluginContext<Tables>, id: string): NotificationChannel | undefined {
  return channelKinds(ctx).find((kind) => kind.id === id)
}

/** The fields of a new channel, with a generated signing key where its kind has one. */
export async function newFields(
  ctx: PluginContext<Tables>,
  kind: NotificationChannel,
  given: ChannelFields,
): Promise<{ readonly fields: ChannelFields; readonly signingKey: string | null }> {
  const signingKey = kind.id === webhookKind ? (ctx.lookup(Webhooks)?.newSecret() ?? null) : null
  const fields = await admittedFields(ctx, { schema: kind.fields, given })
  return { fields: signingKey === null ? fields : { ...fields, signingKey }, signingKey }
}

/** The field values, once they are valid and each address in them is an allowed destination. */
export async function admittedFields(ctx: PluginContext<Tables>, given: GivenFields): Promise<ChannelFields> {
  const fields = checkedFields(given)
  await requireDestinations(given.schema, fields, ctx.lookup(Outbound))
  return fields
}

export const noSuchKind = { en: "This build doesn't support this channel type.", zh: '此版本没有该类型的渠道。' }
