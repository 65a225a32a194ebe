import * as z from 'zod/mini'
import { endpointsWith } from '@host/plugin/wire'

/** What this page reads of the audit log, which another plugin serves; a build without it shows no history. */
export const readTrail = endpointsWith(z.toJSONSchema)({
  pattern: 'GET /api/audit',
  input: z.object({ target: z.string(), limit: z.number() }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        action: z.string(),
        actor: z.object({ name: z.nullable(z.string()) }),
        at: z.string(),
      }),
    ),
    nextCursor: z.nullable(z.string()),
  }),
  role: 'admin',
  summary: 'Read what happened to a member',
})
