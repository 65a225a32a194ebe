import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { Concurrency, defineEndpoint, Description, EventChoice, RatePerMinute, Url } from './schemas.ts'

/** Why an endpoint is disabled: by a user, by a 410 response, or after five days of failures. */
export const disabledReasons = ['person', 'gone', 'failing'] as const

const EndpointOut = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  isEnabled: z.boolean(),
  disabledReason: z.nullable(z.enum(disabledReasons)),
  disabledAt: z.nullable(z.string()),
  concurrency: z.number(),
  ratePerMinute: z.nullable(z.number()),
  failingSince: z
    .nullable(z.string())
    .check(z.describe('Since when every try has failed; null while the last one succeeded.')),
  overlapEndsAt: z.nullable(z.string()).check(z.describe('Until when the former secret signs too.')),
  lastDay: z
    .object({ succeeded: z.number(), failed: z.number() })
    .check(z.describe('Tries of the last 24 hours, test events apart.')),
  createdAt: z.string(),
})

/** An endpoint of the workspace. */
export type WebhookEndpoint = z.infer<typeof EndpointOut>

/** Input of the endpoint form. */
export const NewEndpoint = z.strictObject({
  url: Url,
  description: z.optional(Description),
  events: EventChoice,
  concurrency: z.optional(Concurrency),
  ratePerMinute: z.optional(RatePerMinute),
})

/** Changes to an endpoint. */
export const EndpointPatch = z.strictObject({
  url: z.optional(Url),
  description: z.optional(Description),
  events: z.optional(EventChoice),
  concurrency: z.optional(Concurrency),
  ratePerMinute: z.optional(RatePerMinute),
  isEnabled: z.optional(z.boolean()).check(z.describe('Whether it gets anything.')),
})

/** A validated new endpoint. */
export type EndpointDraft = z.infer<typeof NewEndpoint>

/** A validated change of an endpoint. */
export type EndpointChange = z.infer<typeof EndpointPatch>

/** The endpoint that the examples show. */
const exampleEndpoint: WebhookEndpoint = {
  id: 'whe_01h455vb4pex5vsknk084sn02q',
  url: 'https://example.com/hooks',
  description: 'Billing',
  events: ['member.*'],
  isEnabled: true,
  disabledReason: null,
  disabledAt: null,
  concurrency: 4,
  ratePerMinute: null,
  failingSince: null,
  overlapEndsAt: null,
  lastDay: { succeeded: 12, failed: 0 },
  createdAt: '2026-01-31T08:15:00.000Z',
}

export const listEndpoints = defineEndpoint({
  pattern: 'GET /api/webhooks',
  input: nothing,
  output: z.object({ items: z.array(EndpointOut), nextCursor: z.null() }),
  role: 'admin',
  summary: 'List the webhook endpoints of this workspace',
  mcp: {
    name: 'list_endpoints',
    description:
      'Lists the webhook endpoints of this workspace with their events, whether they are on and how their deliveries do. Begin here when a delivery is missing.',
  },
  examples: [
    {
      input: undefined,
      output: {
        items: [exampleEndpoint],
        nextCursor: null,
      },
    },
  ],
})

export const createEndpoint = defineEndpoint({
  pattern: 'POST /api/webhooks',
  input: NewEndpoint,
  output: z.object({ endpoint: EndpointOut, secret: z.string() }),
  role: 'admin',
  status: 201,
  audit: 'webhook.created',
  revealsSecret: true,
  summary: 'Add a webhook endpoint; its signing secret is in this answer and nowhere else',
  errors: ['destination_not_allowed', 'conflict'],
  examples: [
    {
      input: { url: 'https://example.com/hooks', description: 'Billing', events: ['member.*'] },
      output: {
        endpoint: exampleEndpoint,
        secret: 'whsec_…',
      },
    },
  ],
})

export const readEndpoint = defineEndpoint({
  pattern: 'GET /api/webhooks/{id}',
  input: nothing,
  output: EndpointOut,
  role: 'admin',
  summary: 'Read a webhook endpoint',
  mcp: {
    name: 'read_endpoint',
    description: 'Reads one webhook endpoint: its address, events, limits, and why it is off if it is.',
  },
})

export const changeEndpoint = defineEndpoint({
  pattern: 'PATCH /api/webhooks/{id}',
  input: EndpointPatch,
  output: EndpointOut,
  role: 'admin',
  audit: 'webhook.changed',
  summary: 'Change a webhook endpoint, or switch it on or off',
  description: 'A disabled endpoint gets nothing, and its pending deliveries stop.',
  errors: ['destination_not_allowed'],
  mcp: {
    name: 'change_endpoint',
    description:
      'Changes the address, events or limits of a webhook endpoint, or switches it on or off. A new address sends the data of this workspace to another server.',
    approval: true,
  },
  examples: [
    {
      title: 'Switch it on again',
      input: { isEnabled: true },
      output: exampleEndpoint,
    },
  ],
})

export const deleteEndpoint = defineEndpoint({
  pattern: 'DELETE /api/webhooks/{id}',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: 'webhook.deleted',
  summary: 'Delete a webhook endpoint with its deliveries',
  mcp: {
    name: 'delete_endpoint',
    description: 'Deletes a webhook endpoint and the log of its deliveries permanently. Disabling it keeps both.',
    approval: true,
  },
})

export const rotateSecret = defineEndpoint({
  pattern: 'POST /api/webhooks/{id}/rotate-secret',
  input: nothing,
  output: z.object({ secret: z.string(), overlapEndsAt: z.string() }),
  role: 'admin',
  audit: 'webhook.secret_rotated',
  revealsSecret: true,
  summary: 'Give a webhook endpoint a new signing secret; the present one signs too for 24 hours more',
})
