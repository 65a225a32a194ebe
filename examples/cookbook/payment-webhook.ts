import {
  column,
  defineEvent,
  definePlugin,
  defineSettings,
  Events,
  Features,
  model,
  noContent,
  Problem,
  requireService,
  Settings,
  UniqueViolation,
  verifySignature,
} from '@host/plugin'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import * as z from 'zod/mini'

const Invoice = model(
  'invoices_items',
  {
    id: column.id('inv'),
    org_id: column.org(),
    cents: column.integer(),
    currency: column.text({ max: 3 }),
    paid_at: column.time({ nullable: true }),
  },
  { index: [['org_id', 'id']] },
)

/** Events of Stripe that were handled: each has its effect once. */
const Payment = model(
  'invoices_payments',
  { id: column.id('pay'), org_id: column.org(), event_id: column.text({ max: 200 }) },
  { unique: [['org_id', 'event_id']], index: [['org_id', 'id']] },
)

/** Both secrets are valid while one replaces the other. */
export const stripe = defineSettings({
  id: 'invoices-stripe',
  title: 'Stripe',
  schema: z.strictObject({
    signingSecret: z._default(z.string().check(z.maxLength(200)), ''),
    previousSigningSecret: z._default(z.string().check(z.maxLength(200)), ''),
  }),
  secrets: ['signingSecret', 'previousSigningSecret'],
  toJSONSchema: z.toJSONSchema,
})

export const invoicePaid = defineEvent({
  name: 'invoice.paid',
  description: 'An invoice was paid',
  data: z.object({ invoiceId: z.string() }),
  example: { invoiceId: 'inv_01h2xcejqtf2nbrexx3vqjhp41' },
  toJSONSchema: z.toJSONSchema,
})

const InvoiceOut = z.object({ id: z.string(), isPaid: z.boolean() })

export const addInvoice = defineEndpoint({
  pattern: 'POST /api/x/invoices/items',
  input: z.strictObject({ cents: z.int().check(z.gte(1)), currency: z.string().check(z.regex(/^[a-z]{3}$/)) }),
  output: InvoiceOut,
  status: 201,
  summary: 'Add an invoice',
})

export const readInvoice = defineEndpoint({
  pattern: 'GET /api/x/invoices/items/{id}',
  input: nothing,
  output: InvoiceOut,
  summary: 'Read an invoice',
})

/** The parts that this plugin reads of `checkout.session.completed`. */
const Session = z.object({
  client_reference_id: z.nullable(z.string().check(z.maxLength(64))),
  payment_status: z.string(),
  amount_total: z.int(),
  currency: z.string(),
})
const StripeEvent = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  type: z.string(),
  data: z.object({ object: z.unknown() }),
})

export const plugin = definePlugin({
  name: 'invoices',
  info: { title: 'Invoices', description: 'Invoices paid by Stripe', icon: 'receipt', category: 'Work', api: '^1' },
  models: [Invoice, Payment],
  settings: { workspace: stripe },
  events: [invoicePaid],
  mount(mux, ctx) {
    const [features, settings] = [requireService(ctx, Features), requireService(ctx, Settings)]
    const events = requireService(ctx, Events)

    mux.endpoint(addInvoice, async ({ db, input }) =>
      present(await db.insertInto('invoices_items').values(input).returningAll().executeTakeFirstOrThrow()),
    )
    mux.endpoint(readInvoice, async ({ db, params: { id } }) => {
      const row = await db.selectFrom('invoices_items').selectAll().where('id', '=', id).executeTakeFirst()
      if (row === undefined) throw new Problem('not_found')
      return present(row)
    })

    // The address names the workspace and is public; the signature by the workspace's secret is the proof.
    mux.handle(
      'POST /api/x/invoices/stripe/{orgId}',
      async ({ request, params: { orgId }, now, log }) => {
        if (!(await features.isEnabled(orgId, 'invoices'))) throw new Problem('not_found')
        const { signingSecret, previousSigningSecret } = await settings.workspace(stripe, orgId)
        const secrets = [signingSecret, previousSigningSecret].filter((secret) => secret !== '')
        if (secrets.length === 0) throw new Problem('not_found')
        const delivery = await verifySignature(request, { scheme: 'stripe', secrets, now: now() })

        const event = StripeEvent.safeParse(delivery.json())
        if (!event.success) throw new Problem('bad_request')
        if (event.data.type !== 'checkout.session.completed') return noContent()
        const session = Session.safeParse(event.data.data.object)
        if (!session.success) throw new Problem('bad_request')
        const { client_reference_id: id, payment_status: status, amount_total: cents, currency } = session.data
        if (id === null || status !== 'paid') return noContent()

        try {
          await ctx.db.inWorkspace(orgId, 'record a payment').transaction(async (db) => {
            await db.insertInto('invoices_payments').values({ event_id: event.data.id }).execute()
            const open = db.updateTable('invoices_items').set({ paid_at: now().toISOString() }).where('id', '=', id)
            const due = open.where('cents', '=', cents).where('currency', '=', currency).where('paid_at', 'is', null)
            const paid = await due.returning('id').executeTakeFirst()
            if (paid === undefined) log.warn('A payment matches no open invoice', { event: event.data.id })
            else await events.publish(invoicePaid, orgId, { invoiceId: paid.id })
          })
        } catch (error) {
          if (!(error instanceof UniqueViolation)) throw error
        }
        return noContent()
      },
      { bodyLimit: 256 * 1024 },
    )
  },
})

function present(row: { readonly id: string; readonly paid_at: string | null }) {
  return { id: row.id, isPaid: row.paid_at !== null }
}
