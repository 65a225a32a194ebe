import * as z from 'zod/mini'
import { endpointsWith } from '@host/plugin/wire'

/** Nothing here is recorded in an audit log: it changes what one person sees, and nobody's data. */
export const defineEndpoint = endpointsWith(z.toJSONSchema)

export const Id = z.string().check(z.minLength(1), z.maxLength(64))

/** What the product calls the emails to a person's own address among the channels. */
export const mailChannel = 'mail'
