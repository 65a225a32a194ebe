import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from './schemas.ts'

const EventOut = z.object({
  name: z.string(),
  description: z.string(),
  plugin: z.string().check(z.describe('The plugin that publishes it, or `host`.')),
  pluginTitle: z.string(),
  isOn: z.boolean().check(z.describe('Whether its feature is on here; an event of one that is off does not happen.')),
  schema: z.record(z.string(), z.unknown()).check(z.describe('JSON Schema of its data.')),
  example: z.unknown(),
})

/** An event of the catalog. */
export type WebhookEvent = z.infer<typeof EventOut>

export const listEvents = defineEndpoint({
  pattern: 'GET /api/webhooks/events',
  input: nothing,
  output: z.object({ items: z.array(EventOut), nextCursor: z.null() }),
  role: 'admin',
  summary: 'List the events available to webhooks',
  mcp: {
    name: 'list_events',
    description:
      'Lists the events available to webhooks of this workspace, each with the JSON Schema of its data and an example.',
  },
})
