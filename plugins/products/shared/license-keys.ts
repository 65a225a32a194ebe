/** The keys with which a workspace signs its licenses. */
import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

const SigningKeyOut = z.object({
  id: z.string(),
  kid: z.string().check(z.describe('The ID that license keys and the public keys have.')),
  isSigning: z.boolean().check(z.describe('Whether new licenses are signed with it.')),
  signsFrom: z.string(),
  createdAt: z.string(),
})

export type LicenseSigningKey = z.infer<typeof SigningKeyOut>

const KeysOut = z.object({ items: z.array(SigningKeyOut).check(z.describe('The newest first.')) })

export const listLicenseKeys = defineEndpoint({
  pattern: 'GET /api/x/products/signing-keys',
  input: nothing,
  output: KeysOut,
  role: 'admin',
  summary: 'List the keys that sign licenses',
})

export const rotateLicenseKeys = defineEndpoint({
  pattern: 'POST /api/x/products/signing-keys/rotate',
  input: z.strictObject({
    isImmediate: z
      .optional(z.boolean())
      .check(z.describe('Whether the new key signs at once, and not after a day in which programs learn of it.')),
  }),
  output: KeysOut,
  role: 'admin',
  session: 'recent',
  audit: 'license_key.rotated',
  summary: 'Make a new key that signs licenses; the earlier ones stay public, so their licenses stay valid',
  errors: ['conflict'],
})

export const deleteLicenseKey = defineEndpoint({
  pattern: 'DELETE /api/x/products/signing-keys/{id}',
  input: nothing,
  output: nothing,
  role: 'admin',
  session: 'recent',
  audit: 'license_key.deleted',
  summary: 'Withdraw a key that signs no more; licenses signed with it no longer verify offline',
  errors: ['conflict'],
})
