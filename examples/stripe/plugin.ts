import {
  definePlugin,
  defineSettings,
  noContent,
  Problem,
  requireService,
  Settings,
  verifySignature,
} from '@host/plugin'
import * as z from 'zod/mini'
import { OrderRecording, PlanAssignments } from './services.ts'
import { CheckoutSession, minorUnits, StripeEvent, Subscription } from './stripe-events.ts'
import { i18n } from './texts.ts'

const text = (longest: number) => z._default(z.string().check(z.maxLength(longest)), '')

/** Both secrets are valid while one replaces the other. */
export const stripe = defineSettings({
  id: 'stripe',
  title: 'Stripe',
  schema: z.strictObject({
    signingSecret: text(200),
    previousSigningSecret: text(200),
    /** The workspace that sells: its ID, and its product for each plan by name, as `basic=prod_..., team=prod_...`. */
    seller: text(64),
    products: text(2_000),
  }),
  secrets: ['signingSecret', 'previousSigningSecret'],
  toJSONSchema: z.toJSONSchema,
})

export const plugin = definePlugin({
  name: 'stripe',
  info: {
    title: 'Stripe',
    description: 'Plans and orders paid by Stripe',
    icon: 'credit-card',
    category: 'Sales',
    api: '^1',
    requires: ['plans', 'products'],
  },
  models: [],
  i18n,
  settings: { instance: stripe },
  mount(mux, ctx) {
    const settings = requireService(ctx, Settings)

    // Public: the signature proves the sender. A failure is answered with an error, and Stripe sends the event again; by
    // then each part is done or not, and done once, because the services know the IDs.
    mux.handle(
      'POST /api/x/stripe/webhook',
      async ({ request, now, log }) => {
        const options = await settings.instance(stripe)
        const secrets = [options.signingSecret, options.previousSigningSecret].filter((secret) => secret !== '')
        if (secrets.length === 0 || options.seller === '') throw new Problem('not_found')
        const delivery = await verifySignature(request, { scheme: 'stripe', secrets, now: now() })
        const { id: externalId, type, created, data } = parsed(StripeEvent, delivery.json())
        const at = new Date(created * 1_000)

        const assign = (orgId: string, plan: string | null) =>
          requireService(ctx, PlanAssignments).assign(orgId, { plan, source: 'stripe', externalId, at })
        if (type === 'checkout.session.completed' || type === 'checkout.session.async_payment_succeeded') {
          const session = parsed(CheckoutSession, data.object)
          const { client_reference_id: orgId, metadata, customer_details: customer, amount_total: amount } = session
          const plan = metadata?.plan
          const productId = productsOf(options.products).get(plan ?? '')
          if (session.payment_status !== 'paid' || orgId === null || plan === undefined || productId === undefined) {
            log.info('A session of Stripe pays for no plan', { event: externalId })
            return noContent()
          }
          const currency = (session.currency ?? '').toUpperCase()
          await requireService(ctx, OrderRecording).record(options.seller, {
            source: 'stripe',
            externalId: session.id,
            email: customer?.email ?? '',
            name: customer?.name ?? '',
            currency,
            lines: [{ productId, unitAmount: minorUnits(amount ?? 0, currency) }],
            paid: true,
          })
          await assign(orgId, plan)
        } else if (type === 'customer.subscription.deleted') {
          const { workspace } = parsed(Subscription, data.object).metadata
          if (workspace !== undefined) await assign(workspace, null)
        }
        return noContent()
      },
      {
        bodyLimit: 256 * 1024,
        operation: {
          summary: 'Receive a webhook of Stripe',
          answers: { 204: { description: 'The event is handled, or changes nothing.' } },
          errors: ['not_found', 'bad_request'],
        },
      },
    )
  },
})

/** @throws Problem `bad_request` */
function parsed<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = z.safeParse(schema, value)
  if (!result.success) throw new Problem('bad_request')
  return result.data
}

function productsOf(products: string): ReadonlyMap<string, string> {
  const pairs = products.split(',').map((pair) => pair.split('=').map((part) => part.trim()))
  return new Map(pairs.flatMap(([plan = '', product = '']) => (plan === '' || product === '' ? [] : [[plan, product]])))
}
