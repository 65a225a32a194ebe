import * as z from 'zod/mini'

/** Endpoints that change something write no audit entry themselves: the host services do, for every caller. */
export { defineEndpoint } from '@host/plugin/zod'

export const Issuer = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))
export const ClientId = z.string().check(z.trim(), z.minLength(1), z.maxLength(300))
/** The provider's secret; the mask of a stored one keeps it. */
export const ClientSecret = z.string().check(z.minLength(1), z.maxLength(1000))

/** Discovered facts about an issuer. */
export const IssuerOut = z.object({ issuer: z.string(), authorizationEndpoint: z.string() })
