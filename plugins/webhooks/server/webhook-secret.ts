import { randomBytes } from 'node:crypto'
import type { PluginContext } from '@host/plugin'

const prefix = 'whsec_'
const secretBytes = 32

/** A new signing key: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64')
}

/** The bytes that a key signs with. @throws TypeError for a text that is no key of 24 to 64 bytes */
export function secretKey(secret: string): Buffer {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const isWhole = secret.startsWith(prefix) && key.toString('base64') === secret.slice(prefix.length)
  if (!isWhole || key.length < 24 || key.length > 64) throw new TypeError('This is no signing key of a webhook.')
  return key
}

/** The place that a secret is sealed for; a former one keeps it, so that moving it takes no key. */
export type Sealing = Pick<PluginContext, 'encrypt' | 'decrypt'>

const placeOf = (orgId: string, endpointId: string) => ({ field: 'secret', row: endpointId, orgId })

/** Seals the secret of an endpoint. */
export function sealSecret(ctx: Sealing, endpoint: { readonly orgId: string; readonly id: string }, secret: string) {
  return ctx.encrypt(secret, placeOf(endpoint.orgId, endpoint.id))
}

/** Opens a secret of an endpoint, the present one or the former. */
export function openSecret(ctx: Sealing, endpoint: { readonly orgId: string; readonly id: string }, sealed: string) {
  return ctx.decrypt(sealed, placeOf(endpoint.orgId, endpoint.id))
}
