/** The parts of Stripe's events that are read here; see https://docs.stripe.com/api/events. */
import * as z from 'zod/mini'

const Id = z.string().check(z.minLength(1), z.maxLength(190))
const Metadata = z.object({ workspace: z.optional(Id), plan: z.optional(Id) })

export const StripeEvent = z.object({
  id: Id,
  type: z.string(),
  /** Seconds since 1970. */
  created: z.int(),
  data: z.object({ object: z.unknown() }),
})

/** https://docs.stripe.com/api/checkout/sessions/object */
export const CheckoutSession = z.object({
  id: Id,
  client_reference_id: z.nullable(Id),
  payment_status: z.string(),
  amount_total: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  customer_details: z.nullable(z.object({ email: z.nullable(z.string()), name: z.nullable(z.string()) })),
  metadata: z.nullable(Metadata),
})

/** https://docs.stripe.com/api/subscriptions/object */
export const Subscription = z.object({ id: Id, metadata: Metadata })

/** Stripe states amounts of these in hundredths, though they have no minor unit. */
const inHundredths = new Set(['ISK', 'UGX'])

/** An amount of Stripe in the minor units of its currency. See https://docs.stripe.com/currencies#special-cases. */
export function minorUnits(amount: number, currency: string): number {
  return inHundredths.has(currency) ? Math.round(amount / 100) : amount
}
