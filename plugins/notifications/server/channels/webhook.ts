/** A signed message to an address of the person's own, by the Standard Webhooks specification. */
import { Problem, type NotificationChannel, type PluginContext } from '@host/plugin'
import { Webhooks } from '@host/plugin/platform'
import { texts } from '../i18n.ts'
import { refusedBy } from './channel-failure.ts'

/** Its kind, which gets a signing key when it is made. */
export const webhookKind = 'webhook'

/** Undefined in a build that sends no webhooks. */
export function webhook(ctx: Pick<PluginContext, 'lookup'>): NotificationChannel | undefined {
  const webhooks = ctx.lookup(Webhooks)
  if (webhooks === undefined) return undefined
  return Object.freeze<NotificationChannel>({
    id: webhookKind,
    title: { en: 'Webhook', zh: 'Webhook' },
    icon: 'webhook',
    fields: {
      type: 'object',
      properties: {
        url: { type: 'string', title: 'URL', format: 'uri', maxLength: 2_000 },
        signingKey: { type: 'string', readOnly: true },
      },
      required: ['url'],
    },
    secrets: ['signingKey'],
    send: async ({ url = '', signingKey = '' }, { id, title, body, url: page, language }, signal) => {
      const data = { title, body: body ?? null, url: page ?? null, language }
      const sent = await webhooks.send({ url, secret: signingKey, id, type: 'notification.created', data }, signal)
      if (sent.error === undefined) return
      if (sent.status !== undefined) throw refusedBy(sent.status)
      throw new Problem('service_unavailable', { detail: texts('error.away') })
    },
  })
}
