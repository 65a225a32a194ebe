/** Descriptions of the protocol routes; the messages on them are described by the protocol. */
import type { RouteDescription } from '@host/plugin'

const message = { type: 'object', description: 'A JSON-RPC 2.0 message.' }
const messages = { anyOf: [message, { type: 'array', items: message, maxItems: 20 }] }

export const messagesOperation: RouteDescription = {
  summary: 'Send Model Context Protocol messages',
  description:
    'For agents with an API token and an MCP client of version 2026-07-28 or earlier. Requests are stateless.',
  body: { type: 'application/json', schema: messages },
  answers: {
    200: { description: 'The responses.', content: { type: 'application/json', schema: messages } },
    202: { description: 'The messages were accepted and have no response.' },
  },
}

export const streamOperation: RouteDescription = {
  summary: 'Stream changes for an agent',
  description: 'Notifies clients of versions before 2026-07-28 when the tools of their token change.',
  answers: {
    200: { description: 'Messages, one per event.', content: { type: 'text/event-stream' } },
    406: { description: "The client doesn't accept events." },
  },
}
