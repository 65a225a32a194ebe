import { definePlugin, Events, Mail, requireService, type EventRecord, type OutgoingMail } from '@host/plugin'

/** Another plugin, which sends emails into a list, and sees the events of products. */
export function postbox() {
  const emails: OutgoingMail[] = []
  const events: EventRecord[] = []
  const plugin = definePlugin({
    name: 'postbox',
    info: { title: 'Postbox', description: 'Keeps emails', icon: 'mail', category: 'Tests', api: '^1' },
    models: [],
    mount(_mux, ctx) {
      ctx.provide(Mail, {
        async send(email) {
          emails.push(email)
          return { id: String(emails.length) }
        },
        onEmail: () => undefined,
      })
      requireService(ctx, Events).subscribe('products', '*', async (_scope, event) => {
        if (event.name.startsWith('order.')) events.push(event)
      })
    },
  })
  return { plugin, emails, events }
}
