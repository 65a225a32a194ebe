import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { listInput, pageOf } from '@host/plugin/zod'
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
  id: z.string().check(z.describe('The `webhook-id` of all its requests.')),
  event: z.string(),
  isTest: z.boolean(),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  status: z.nullable(z.number()).check(z.describe('Status of the last attempt.')),
  error: z.nullable(ErrorCode),
  duration: z.nullable(z.number()).check(z.describe('Milliseconds.')),
  nextTryAt: z.nullable(z.string()),
  createdAt: z.string(),
})

const Attempt = z.object({
  number: z.number(),
  at: z.string(),
  duration: z.number().check(z.describe('Milliseconds.')),
  status: z.nullable(z.number()),
  error: z.nullable(ErrorCode),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  isCut: z.boolean().check(z.describe('Whether the answer was longer than its stored part.')),
})

const DeliveryOut = z.extend(ListedDelivery, {
  endpointId: z.string(),
  url: z.string(),
  body: z.string().check(z.describe('Body of the request.')),
  mostAttempts: z.number().check(z.describe('How many tries a delivery has before it has failed.')),
  tries: z.array(Attempt).check(z.describe('The newest first; the 100 newest at most.')),
})

/** A delivery as lists have it. */
export type WebhookDelivery = z.infer<typeof ListedDelivery>

/** A delivery with its body and all its tries. */
export type WebhookDeliveryDetails = z.infer<typeof DeliveryOut>

/** One try of a delivery. */
export type WebhookAttempt = z.infer<typeof Attempt>

/** Choices of a replay since a moment. */
export const replayChoices = ['failed', 'missed', 'all'] as const

/** Choice of a replay since a moment. */
export type ReplayChoice = (typeof replayChoices)[number]

const ReplayInput = z
  .strictObject({
    deliveryId: z
      .optional(z.string().check(z.minLength(1), z.maxLength(100)))
      .check(z.describe('One delivery, sent at once.')),
    since: z.optional(Moment).check(z.describe('In place of one: all since this time, in the background.')),
    only: z
      .optional(z.enum(replayChoices))
      .check(
        z.describe(
          '`failed` (the default) resends failed deliveries, `missed` creates deliveries for events without one, `all` does both and resends delivered ones.',
        ),
      ),
  })
  .check(
    z.refine(({ deliveryId, since }) => (deliveryId === undefined) !== (since === undefined), {
      path: ['since'],
      error: 'Give either the id of a delivery or a moment.',
    }),
  )

export const listDeliveries = defineEndpoint({
  pattern: 'GET /api/webhooks/{id}/deliveries',
  input: listInput({
    filters: {
      state: z.enum(deliveryStates).check(z.describe('Only deliveries in this state.')),
      event: z.string().check(z.minLength(1), z.maxLength(200), z.describe('Only deliveries of this event.')),
    },
  }),
  output: pageOf(ListedDelivery),
  role: 'admin',
  summary: 'List the deliveries to a webhook endpoint of the last 30 days, newest first',
  mcp: {
    name: 'list_deliveries',
    description:
      'Lists the deliveries to a webhook endpoint in the last 30 days, newest first, with the state and the last answer of each. Filter by failed ones to find a fault.',
  },
  examples: [
    {
      title: 'Those that did not arrive',
      input: { state: 'failed' },
      output: {
        items: [
          {
            id: 'msg_01h455vb4pex5vsknk084sn02q',
            event: 'member.joined',
            isTest: false,
            state: 'failed',
            attempts: 9,
            status: 503,
            error: 'status',
            duration: 182,
            nextTryAt: null,
            createdAt: '2026-01-31T08:15:00.000Z',
          },
        ],
        nextCursor: null,
      },
    },
  ],
})

export const readDelivery = defineEndpoint({
  pattern: 'GET /api/webhooks/{id}/deliveries/{deliveryId}',
  input: nothing,
  output: DeliveryOut,
  role: 'admin',
  summary: 'Read a delivery with its message and its answers',
  mcp: {
    name: 'read_delivery',
    description: 'Reads one delivery of a webhook with the body that was sent and the answer to every try.',
  },
})

export const sendTest = defineEndpoint({
  pattern: 'POST /api/webhooks/{id}/test',
  input: z.strictObject({
    event: z
      .optional(z.string().check(z.minLength(1), z.maxLength(200)))
      .check(z.describe('The first one that the endpoint gets when left out.')),
  }),
  output: z.object({ deliveryId: z.string() }),
  role: 'admin',
  status: 202,
  audit: 'webhook.tested',
  summary: 'Send the example of an event to a webhook endpoint, once',
  errors: ['conflict'],
  mcp: {
    name: 'send_test',
    description:
      'Sends the example of an event to a webhook endpoint, once, marked as a test. Use it to see whether the receiver works; read the delivery afterwards.',
  },
  examples: [{ input: { event: 'member.joined' }, output: { deliveryId: 'msg_01h455vb4pex5vsknk084sn02q' } }],
})

export const replay = defineEndpoint({
  pattern: 'POST /api/webhooks/{id}/replay',
  input: ReplayInput,
  output: z
    .object({ jobId: z.nullable(z.string()) })
    .check(z.describe('The job that does it; null for one delivery, which is sent at once.')),
  role: 'admin',
  status: 202,
  audit: 'webhook.replayed',
  summary: 'Send a delivery again, or all of them since a moment',
  description: 'An endpoint that has not answered with 2xx yet gets at most 20 replayed deliveries an hour.',
  errors: ['conflict'],
  mcp: {
    name: 'replay',
    description:
      'Sends one delivery of a webhook again, or all that failed since a moment. Receivers know a repeated delivery by its id.',
  },
  examples: [
    {
      title: 'One delivery, at once',
      input: { deliveryId: 'msg_01h455vb4pex5vsknk084sn02q' },
      output: { jobId: null },
    },
    {
      title: 'All that failed since a moment',
      input: { since: '2026-01-30T00:00:00Z', only: 'failed' },
      output: { jobId: 'job_01h455vb4pex5vsknk084sn02q' },
    },
  ],
})
