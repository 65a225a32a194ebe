import * as z from 'zod/mini'
import { schemasWith } from '@host/platform-api/schemas-with'

/** Endpoints that change something write no audit entry themselves: the host services do, for every caller. */
export { defineEndpoint, defineUpload } from '@host/plugin/zod'

/** Gives the definitions of `@host/platform-api` their schemas. */
export const withSchemas = schemasWith(z.toJSONSchema)

export const RoleName = z.enum(['owner', 'admin', 'member'])

export const PageInput = z.strictObject({
  limit: z
    .optional(z.coerce.number<number | string>().check(z.gte(1), z.lte(200), z.multipleOf(1)))
    .check(z.describe('At most this many items, 50 when left out.')),
  cursor: z.optional(z.string().check(z.maxLength(600))).check(z.describe('The `nextCursor` of the page before.')),
})
