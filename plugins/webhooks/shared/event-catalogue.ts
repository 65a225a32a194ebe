import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from './schemas.ts'

const EventOut = z.object({
  name: z.string(),
  description: z.string(),
  /** The plugin that publishes it, or `host`. */
  plugin: z.string(),
  pluginTitle: z.string(),
  /** Whether its feature is on here; an event of one that is off does not happen. */
  isOn: z.boolean(),
  /** JSON Schema of its data. */
  schema: z.record(z.string(), z.unknown()),
  example: z.unknown(),
})

/** An event of the catalogue. */
export type WebhookEvent = z.infer<typeof EventOut>

export const listEvents = defineEndpoint({
  pattern: 'GET /api/webhooks/events',
  input: nothing,
  output: z.object({ items: z.array(EventOut), nextCursor: z.null() }),
  role: 'admin',
  summary: 'List the events that webhooks can tell of',
})
