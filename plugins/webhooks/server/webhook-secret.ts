import { randomBytes } from 'node:crypto'
import type { PluginContext } from '@host/plugin'

const prefix = 'whsec_'
const secretBytes = 32

/** A new signing key: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64')
}

/** The bytes of a signing key. @throws TypeError unless the text is a key of 24 to 64 bytes */
export function secretKey(secret: string): Buffer {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const isWhole = secret.startsWith(prefix) && key.toString('base64') === secret.slice(prefix.length)
  if (!isWhole || key.length < 24 || key.length > 64) throw new TypeError('Not a valid webhook signing key.')
  return key
}

/** Sealing functions. A former secret stays bound to its original field, so that it can be moved unchanged. */
export type Sealing = Pick<PluginContext, 'encrypt' | 'decrypt'>

interface SealedFor {
  readonly orgId: string
  /** Seal of the endpoint's row. */
  readonly seal: string
}

/** Seals the secret of an endpoint. */
export function sealSecret(ctx: Sealing, { orgId, seal }: SealedFor, secret: string): Promise<string> {
  return ctx.encrypt(secret, { field: 'secret', row: seal, orgId })
}

/** Opens a secret of an endpoint, the present one or the former. */
export function openSecret(ctx: Sealing, { orgId, seal }: SealedFor, sealed: string): Promise<string> {
  return ctx.decrypt(sealed, { field: 'secret', row: seal, orgId })
}
