import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import { licenseLimits } from './license-limits.ts'

/** In the order in which a list shows them. An active license may have expired. */
export const licenseStatuses = ['active', 'suspended', 'revoked'] as const
export type LicenseStatus = (typeof licenseStatuses)[number]

/** Whether a license is valid on every machine, or only on those that were activated. */
export const fingerprintPolicies = ['any', 'activated'] as const
export type FingerprintPolicy = (typeof fingerprintPolicies)[number]

const Entitlements = z
  .array(z.string().check(z.maxLength(licenseLimits.name), z.regex(/^[a-z0-9][a-z0-9._-]*$/)))
  .check(
    z.maxLength(licenseLimits.entitlements),
    z.describe('Names of what the license includes: lower-case letters, digits, dots, hyphens and underscores.'),
  )

const Limits = z
  .record(
    z.string().check(z.maxLength(licenseLimits.name), z.regex(/^[a-z][a-z0-9._-]*$/)),
    z.int().check(z.gte(0), z.lte(licenseLimits.limitValue)),
  )
  .check(
    z.refine((given) => Object.keys(given).length <= licenseLimits.limits, 'Remove some of the limits.'),
    z.describe('Limits that your program enforces, by name.'),
  )

const terms = {
  entitlements: z.optional(Entitlements),
  limits: z.optional(Limits),
  fingerprint: z
    .optional(z.enum(fingerprintPolicies))
    .check(z.describe('`any` is valid on every machine, `activated` only on machines that were activated.')),
  maxMachines: z
    .optional(z.nullable(z.int().check(z.gte(1), z.lte(licenseLimits.machines))))
    .check(z.describe('The most machines that are active at once; null for as many as the instance allows.')),
}

const termsOut = {
  entitlements: z.array(z.string()),
  limits: z.record(z.string(), z.int()),
  fingerprint: z.enum(fingerprintPolicies),
  maxMachines: z.nullable(z.int()),
}

const LicenseOut = z.object({
  id: z.string(),
  productId: z.string(),
  orderId: z.nullable(z.string()),
  email: z.string().check(z.describe('The customer; may be empty.')),
  name: z.string(),
  status: z.enum(licenseStatuses),
  isExpired: z.boolean(),
  ...termsOut,
  machines: z.int().check(z.describe('Machines that are active.')),
  expiresAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  createdAt: z.string(),
})

/** A license. Its keys are read with `revealLicense`. */
export type License = z.infer<typeof LicenseOut>

const ActivationOut = z.object({ id: z.string(), fingerprint: z.string(), name: z.string(), createdAt: z.string() })

const LicenseDetailsOut = z.object({
  ...LicenseOut.shape,
  activations: z.array(ActivationOut).check(z.describe(`The newest ${licenseLimits.listed} machines that are active.`)),
})

export type LicenseDetails = z.infer<typeof LicenseDetailsOut>

const Email = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.maxLength(licenseLimits.email),
  z.refine((text) => text === '' || /^[^\s@]+@[^\s@]+$/.test(text), 'Enter an email address.'),
  z.describe('The email address of the customer.'),
)
const Name = z.string().check(
  z.trim(),
  z.maxLength(licenseLimits.customerName),
  z.refine((name) => name === '' || isDisplayName(name), displayNameComplaint.en),
  z.describe('The customer.'),
)
const ExpiresAt = z
  .optional(z.nullable(z.iso.datetime().check(z.maxLength(40))))
  .check(z.describe('From then on the license has expired; null for never.'))

const list = listInput({
  sort: ['createdAt', 'email'],
  filters: {
    status: z.enum(licenseStatuses).check(z.describe('Licenses with this status only.')),
    productId: z.string().check(z.maxLength(64), z.describe('Licenses of this product only.')),
    email: z.string().check(z.maxLength(licenseLimits.email), z.describe('Licenses of this customer only.')),
  },
  search: true,
})

export const listLicenses = defineEndpoint({
  pattern: 'GET /api/x/products/licenses',
  input: list,
  output: pageOf(LicenseOut),
  summary: 'List the licenses of this workspace',
  mcp: { name: 'list_licenses', description: 'Lists the licenses of this workspace, the newest first.' },
})

export const createLicenses = defineEndpoint({
  pattern: 'POST /api/x/products/licenses',
  input: z.strictObject({
    productId: z.string().check(z.maxLength(64), z.describe('The product that the licenses are for.')),
    count: z
      .optional(z.int().check(z.gte(1), z.lte(licenseLimits.atOnce)))
      .check(z.describe('How many licenses; one when left out.')),
    email: z.optional(Email),
    name: z.optional(Name),
    expiresAt: ExpiresAt,
    ...terms,
  }),
  output: z.object({ items: z.array(LicenseOut) }),
  role: 'admin',
  status: 201,
  bodyLimit: licenseLimits.body,
  audit: 'license.created',
  summary: 'Create licenses, each with a signed and a short key; terms that are left out are those of the product',
  errors: ['not_found', 'conflict', 'quota_exceeded', 'tier_required'],
})

export const importLicenses = defineEndpoint({
  pattern: 'POST /api/x/products/licenses/import',
  input: z.strictObject({
    productId: z.string().check(z.maxLength(64), z.describe('The product that the licenses are for.')),
    csv: z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(licenseLimits.importText),
        z.describe(
          'Comma-separated values with the columns key, email, name, expiresAt and maxMachines; only key is required.',
        ),
      ),
  }),
  output: z.object({ added: z.int(), known: z.int().check(z.describe('Keys that exist: they stay as they are.')) }),
  role: 'admin',
  audit: 'license.imported',
  summary: 'Import licenses with keys of another system, all or none',
  errors: ['not_found', 'quota_exceeded', 'tier_required'],
})

export const readLicense = defineEndpoint({
  pattern: 'GET /api/x/products/licenses/{id}',
  input: nothing,
  output: LicenseDetailsOut,
  summary: 'Read a license with its active machines',
  mcp: { name: 'read_license', description: 'Reads one license with its active machines.' },
})

export const revealLicense = defineEndpoint({
  pattern: 'POST /api/x/products/licenses/{id}/reveal',
  input: nothing,
  output: z.object({
    signedKey: z.nullable(z.string()).check(z.describe('Verifies offline; null for an imported license.')),
    shortKey: z.string().check(z.describe('Needs the server; the imported key for an imported license.')),
  }),
  role: 'admin',
  revealsSecret: true,
  changes: false,
  audit: 'license.revealed',
  summary: 'Read the keys of a license',
})

export const changeLicense = defineEndpoint({
  pattern: 'PATCH /api/x/products/licenses/{id}',
  input: z.strictObject({ email: z.optional(Email), name: z.optional(Name), expiresAt: ExpiresAt, ...terms }),
  output: LicenseDetailsOut,
  role: 'admin',
  bodyLimit: licenseLimits.body,
  audit: 'license.updated',
  summary: 'Change a license; its signed key is made again, and the earlier ones stay known to the server',
  errors: ['conflict'],
})

const stateOf = <const Verb extends string>(
  verb: Verb,
  action: string,
  { summary, description }: { readonly summary: string; readonly description: string },
) =>
  defineEndpoint({
    pattern: `POST /api/x/products/licenses/{id}/${verb}`,
    input: nothing,
    output: LicenseDetailsOut,
    role: 'admin',
    audit: action,
    summary,
    errors: ['conflict'],
    mcp: { name: `${verb}_license`, description, approval: true },
  })

export const suspendLicense = stateOf('suspend', 'license.suspended', {
  summary: 'Suspend a license',
  description: 'Suspends a license until it is resumed.',
})
export const resumeLicense = stateOf('resume', 'license.resumed', {
  summary: 'Resume a license',
  description: 'Resumes a suspended license.',
})
export const revokeLicense = stateOf('revoke', 'license.revoked', {
  summary: 'Revoke a license for good',
  description: 'Revokes a license for good, and lists it in the revocation list.',
})

export const suspendCustomer = defineEndpoint({
  pattern: 'POST /api/x/products/licenses/suspend-customer',
  input: z.strictObject({
    email: Email.check(z.minLength(3)),
    isSuspended: z.optional(z.boolean()).check(z.describe('False resumes the suspended licenses; true when left out.')),
  }),
  output: z.object({ changed: z.int().check(z.describe('Licenses that were changed.')) }),
  role: 'admin',
  audit: 'license.customer_suspended',
  summary: 'Suspend or resume all licenses of a customer at once',
  mcp: {
    name: 'suspend_customer',
    description: 'Suspends or resumes all licenses of a customer at once.',
    approval: true,
  },
})

export const removeActivation = defineEndpoint({
  pattern: 'DELETE /api/x/products/licenses/{id}/activations/{activationId}',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: 'license.deactivated',
  summary: 'Deactivate a machine',
})

const PolicyOut = z.object({ ...termsOut, validDays: z.nullable(z.int()) })

/** Terms of the licenses that a sold product comes with. */
export type LicensePolicy = z.infer<typeof PolicyOut>

export const readLicensePolicy = defineEndpoint({
  pattern: 'GET /api/x/products/license-policies/{productId}',
  input: nothing,
  output: z.object({ policy: z.nullable(PolicyOut).check(z.describe('Null for a product without licenses.')) }),
  summary: 'Read the terms of licenses of a product',
})

export const writeLicensePolicy = defineEndpoint({
  pattern: 'PUT /api/x/products/license-policies/{productId}',
  input: z.strictObject({
    ...terms,
    validDays: z
      .optional(z.nullable(z.int().check(z.gte(1), z.lte(licenseLimits.validDays))))
      .check(z.describe('Days from the sale until the license expires; null for never.')),
  }),
  output: PolicyOut,
  role: 'admin',
  bodyLimit: licenseLimits.body,
  audit: 'license_policy.updated',
  summary: 'Give each sold unit of a product a license with these terms',
  errors: ['conflict'],
})

export const deleteLicensePolicy = defineEndpoint({
  pattern: 'DELETE /api/x/products/license-policies/{productId}',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: 'license_policy.deleted',
  summary: 'Sell a product without licenses',
})
