import type { WebhookDelivery, WebhookDeliveryDetails, WebhookEndpoint, WebhookEvent } from '../shared.ts'

const hour = 3_600_000

/** A moment some hours ago. */
export const hoursAgo = (hours: number): string => new Date(Date.now() - hours * hour).toISOString()

export const endpoint: WebhookEndpoint = {
  id: 'whe_1',
  url: 'https://billing.example/hooks',
  description: 'Billing',
  events: ['*'],
  isEnabled: true,
  disabledReason: null,
  disabledAt: null,
  concurrency: 4,
  ratePerMinute: null,
  failingSince: null,
  overlapEndsAt: null,
  lastDay: { succeeded: 995, failed: 5 },
  createdAt: hoursAgo(48),
}

export const delivery: WebhookDelivery = {
  id: 'msg_1',
  event: 'note.created',
  isTest: false,
  state: 'failed',
  attempts: 10,
  status: 503,
  error: 'status',
  duration: 87,
  nextTryAt: null,
  createdAt: hoursAgo(2),
}

export const details: WebhookDeliveryDetails = {
  ...delivery,
  endpointId: 'whe_1',
  url: endpoint.url,
  body: '{"type":"note.created","data":{"noteId":"nte_1"}}',
  mostAttempts: 10,
  tries: [
    {
      number: 10,
      at: hoursAgo(1),
      duration: 87,
      status: 503,
      error: 'status',
      headers: { 'content-type': 'text/plain' },
      body: 'Busy, come back later',
      isCut: false,
    },
    {
      number: 9,
      at: hoursAgo(2),
      duration: 15_000,
      status: null,
      error: 'timeout',
      headers: {},
      body: '',
      isCut: false,
    },
  ],
}

const event = (name: string, pluginTitle: string, isOn = true): WebhookEvent => ({
  name,
  description: `About ${name}`,
  plugin: pluginTitle.toLowerCase(),
  pluginTitle,
  isOn,
  schema: {
    type: 'object',
    properties: {
      noteId: { type: 'string' },
      tags: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
    },
    required: ['noteId'],
  },
  example: { noteId: 'nte_1' },
})

export const events: readonly WebhookEvent[] = [
  event('note.created', 'Notes'),
  event('note.deleted', 'Notes'),
  event('order.paid', 'Orders', false),
]

/** Server answers. */
export const answers = {
  'GET /api/webhooks': { items: [endpoint], nextCursor: null },
  'GET /api/webhooks/events': { items: events, nextCursor: null },
  'GET /api/webhooks/whe_1': endpoint,
  'GET /api/webhooks/whe_1/deliveries': { items: [delivery], nextCursor: null },
  'GET /api/webhooks/whe_1/deliveries/msg_1': details,
}
