/** Calls of programs that were sold: they have no session, and know a license key and its workspace. */
import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import { licenseLimits } from './license-limits.ts'

/** Answers, in the order in which they are decided. */
export const licenseCodes = [
  'unknown',
  'wrong_product',
  'revoked',
  'suspended',
  'expired',
  'too_many_machines',
  'fingerprint_mismatch',
  'valid',
] as const
export type LicenseCode = (typeof licenseCodes)[number]

const CheckOut = z.object({
  code: z.enum(licenseCodes),
  answer: z
    .nullable(z.string())
    .check(
      z.describe(
        '`HA1.<payload>.<signature>`: Ed25519 over `HA1.<payload>`, by a key of the workspace. The payload is JSON with the code, the nonce and the license. Verify it before you trust the code. Null for `unknown`, which has no license.',
      ),
    ),
})

export type LicenseAnswer = z.infer<typeof CheckOut>

const Fingerprint = z
  .string()
  .check(z.minLength(1), z.maxLength(licenseLimits.fingerprint), z.describe('Identifies the machine; you choose how.'))

const asked = {
  key: z
    .string()
    .check(z.minLength(1), z.maxLength(2 * licenseLimits.key), z.describe('The license key, signed or short.')),
  product: z.string().check(z.minLength(1), z.maxLength(64), z.describe('The ID of the product that asks.')),
  nonce: z
    .string()
    .check(
      z.minLength(8),
      z.maxLength(licenseLimits.nonce),
      z.describe('Random text, another one for each call. The answer contains it.'),
    ),
}

const common = {
  output: CheckOut,
  audience: 'public',
  audit: false,
  changes: false,
  errors: ['too_many_requests'],
} as const

export const validateLicense = defineEndpoint({
  ...common,
  pattern: 'POST /api/x/products/licenses/{workspace}/validate',
  input: z.strictObject({ ...asked, fingerprint: z.optional(Fingerprint) }),
  summary: 'Check a license',
})

export const activateLicense = defineEndpoint({
  ...common,
  pattern: 'POST /api/x/products/licenses/{workspace}/activate',
  input: z.strictObject({
    ...asked,
    fingerprint: Fingerprint,
    name: z
      .optional(
        z.string().check(
          z.trim(),
          z.maxLength(licenseLimits.machineName),
          z.refine((name) => name === '' || isDisplayName(name), displayNameComplaint.en),
        ),
      )
      .check(z.describe('The name of the machine, for people.')),
  }),
  summary: 'Activate a machine, once for each fingerprint',
})

export const deactivateLicense = defineEndpoint({
  ...common,
  pattern: 'POST /api/x/products/licenses/{workspace}/deactivate',
  input: z.strictObject({ ...asked, fingerprint: Fingerprint }),
  summary: 'Deactivate a machine',
})

export const listActivations = defineEndpoint({
  ...common,
  pattern: 'POST /api/x/products/licenses/{workspace}/list',
  input: z.strictObject(asked),
  summary: 'List the active machines of a license',
})
