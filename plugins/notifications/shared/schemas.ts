import * as z from 'zod/mini'
import { schemasWith } from '@host/platform-api/schemas-with'

export { defineEndpoint } from '@host/plugin/zod'

/** Gives the definitions of `@host/platform-api` their schemas. */
export const withSchemas = schemasWith(z.toJSONSchema)

export const Id = z.string().check(z.minLength(1), z.maxLength(64))

/** The channel ID of emails to the user's own address. */
export const mailChannel = 'mail'
