import * as z from 'zod/mini'
import { endpointsWith } from '@host/plugin/wire'

/** Those that change something write no audit entry by themselves: the services of the host do, whoever asks them. */
export const defineEndpoint = endpointsWith(z.toJSONSchema)

export const Issuer = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))
export const ClientId = z.string().check(z.trim(), z.minLength(1), z.maxLength(300))
/** What the provider gave; the mask of one that is stored keeps it. */
export const ClientSecret = z.string().check(z.minLength(1), z.maxLength(1000))

/** What an issuer said of itself. */
export const IssuerOut = z.object({ issuer: z.string(), authorizationEndpoint: z.string() })
