import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, Moment } from './schemas.ts'

/**
 * Where a delivery stands: it waits for its next try, arrived, was given up after the last try, or stopped because its
 * endpoint was disabled.
 */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'stopped'] as const

/** Where a delivery stands. */
export type DeliveryState = (typeof deliveryStates)[number]

/** Why a try failed: no answer, for a reason of its own, or one with another status than 2xx. */
export const attemptErrors = [
  'invalid_url',
  'destination_not_allowed',
  'name_not_found',
  'connection_failed',
  'not_trusted',
  'bad_answer',
  'too_large',
  'timeout',
  'redirect',
  'status',
] as const

const ErrorCode = z.enum(attemptErrors)

/** Why a try failed. */
export type AttemptError = (typeof attemptErrors)[number]

const ListedDelivery = z.object({
  /** The `webhook-id` of all its requests. */
  id: z.string(),
  event: z.string(),
  isTest: z.boolean(),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  /** Of the last try. */
  status: z.nullable(z.number()),
  error: z.nullable(ErrorCode),
  /** Milliseconds. */
  duration: z.nullable(z.number()),
  nextTryAt: z.nullable(z.string()),
  createdAt: z.string(),
})

const Attempt = z.object({
  number: z.number(),
  at: z.string(),
  /** Milliseconds. */
  duration: z.number(),
  status: z.nullable(z.number()),
  error: z.nullable(ErrorCode),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** Whether the answer was longer than what is kept of it. */
  isCut: z.boolean(),
})

const DeliveryOut = z.extend(ListedDelivery, {
  endpointId: z.string(),
  url: z.string(),
  /** What is sent. */
  body: z.string(),
  /** How many tries a delivery has before it has failed. */
  mostAttempts: z.number(),
  /** The newest first; the 100 newest at most. */
  tries: z.array(Attempt),
})

/** A delivery as lists have it. */
export type WebhookDelivery = z.infer<typeof ListedDelivery>

/** A delivery with its body and all its tries. */
export type WebhookDeliveryDetails = z.infer<typeof DeliveryOut>

/** One try of a delivery. */
export type WebhookAttempt = z.infer<typeof Attempt>

/** What a replay since a moment can be asked for. */
export const replayChoices = ['failed', 'missed', 'all'] as const

/** What a replay since a moment sends again. */
export type ReplayChoice = (typeof replayChoices)[number]

const ReplayInput = z
  .strictObject({
    deliveryId: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    since: z.optional(Moment),
    /** `failed` those that did not arrive, which it is when left out; `missed` events without a delivery; `all` both, and what arrived. */
    only: z.optional(z.enum(replayChoices)),
  })
  .check(
    z.refine(({ deliveryId, since }) => (deliveryId === undefined) !== (since === undefined), {
      path: ['since'],
      error: 'Give either the id of a delivery or a moment.',
    }),
  )

export const listDeliveries = defineEndpoint({
  pattern: 'GET /api/webhooks/{id}/deliveries',
  input: z.strictObject({
    state: z.optional(z.enum(deliveryStates)),
    event: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    limit: z.optional(z.coerce.number<number | string>().check(z.gte(1), z.lte(200), z.multipleOf(1))),
    cursor: z.optional(z.string().check(z.maxLength(100))),
  }),
  output: z.object({ items: z.array(ListedDelivery), nextCursor: z.nullable(z.string()) }),
  role: 'admin',
  summary: 'List the deliveries to a webhook endpoint of the last 30 days, newest first',
})

export const readDelivery = defineEndpoint({
  pattern: 'GET /api/webhooks/{id}/deliveries/{deliveryId}',
  input: nothing,
  output: DeliveryOut,
  role: 'admin',
  summary: 'Read a delivery with what was sent and answered',
})

export const sendTest = defineEndpoint({
  pattern: 'POST /api/webhooks/{id}/test',
  input: z.strictObject({
    /** The first one that the endpoint gets when left out. */
    event: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  }),
  output: z.object({ deliveryId: z.string() }),
  role: 'admin',
  status: 202,
  audit: 'webhook.tested',
  summary: 'Send the example of an event to a webhook endpoint, once',
})

export const replay = defineEndpoint({
  pattern: 'POST /api/webhooks/{id}/replay',
  input: ReplayInput,
  /** The job that does it; null for one delivery, which is sent at once. */
  output: z.object({ jobId: z.nullable(z.string()) }),
  role: 'admin',
  status: 202,
  audit: 'webhook.replayed',
  summary: 'Send a delivery again, or all of them since a moment',
})
