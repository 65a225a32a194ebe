/** What the routes of the protocol say of themselves; what is said over them, the protocol describes. */
import type { RouteDescription } from '@host/plugin'

const message = { type: 'object', description: 'A message of JSON-RPC 2.0.' }
const messages = { anyOf: [message, { type: 'array', items: message, maxItems: 20 }] }

export const messagesOperation: RouteDescription = {
  summary: 'Send messages of the Model Context Protocol',
  description:
    'For agents, with an API token and the official client of the protocol, version 2026-07-28 or one before. Nothing is kept between two requests.',
  body: { type: 'application/json', schema: messages },
  answers: {
    200: { description: 'The answers.', content: { type: 'application/json', schema: messages } },
    202: { description: 'The messages were taken, and have no answer.' },
  },
}

export const streamOperation: RouteDescription = {
  summary: 'Follow what changes for an agent',
  description: 'Tells clients of versions before 2026-07-28 that the tools of their token are others.',
  answers: {
    200: { description: 'Messages, each an event.', content: { type: 'text/event-stream' } },
    406: { description: 'The client takes no events.' },
  },
}
