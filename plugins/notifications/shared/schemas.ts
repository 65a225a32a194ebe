import * as z from 'zod/mini'

export { defineEndpoint } from '@host/plugin/zod'

export const Id = z.string().check(z.minLength(1), z.maxLength(64))

/** The channel ID of emails to the user's own address. */
export const mailChannel = 'mail'
