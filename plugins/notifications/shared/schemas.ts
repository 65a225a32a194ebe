import * as z from 'zod/mini'
import { endpointsWith } from '@host/plugin/wire'

/** No audit entries are written here: the endpoints change only one user's own view. */
export const defineEndpoint = endpointsWith(z.toJSONSchema)

export const Id = z.string().check(z.minLength(1), z.maxLength(64))

/** The channel ID of emails to the user's own address. */
export const mailChannel = 'mail'
