import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'

/** The result of the last test of an account: `refused` by the provider, or `failed` for another reason. */
export const accountStates = ['ok', 'refused', 'failed'] as const

/** The result of the last test of an account. */
export type AccountState = (typeof accountStates)[number]

/** Features of a provider. */
export const Capabilities = z.object({
  types: z
    .union([z.array(z.string()), z.literal('*')])
    .check(z.describe('The record types that it stores; `*` for all.')),
  ttl: z.object({ min: z.int(), max: z.int() }).check(z.describe('Bounds in seconds.')),
  hasComments: z.boolean(),
  hasProxy: z.boolean().check(z.describe('Whether it can answer with addresses of its own.')),
  isAtomic: z.boolean().check(z.describe('Whether it refuses a write itself when the records have changed.')),
})

const Field = z.object({
  name: z.string(),
  label: z.string(),
  hint: z.nullable(z.string()),
  isSecret: z.boolean().check(z.describe('Stored encrypted, never sent back.')),
  isOptional: z.boolean(),
  options: z.nullable(z.array(z.string())).check(z.describe('The allowed texts; null for any text.')),
  max: z.int().check(z.describe('Characters.')),
})

export const Provider = z.object({
  name: z.string(),
  title: z.string(),
  fields: z.array(Field).check(z.describe('The fields of the form for an account.')),
  capabilities: Capabilities,
})

/** A DNS provider that accounts can be added for. */
export type ProviderDetails = z.infer<typeof Provider>

const Account = z.object({
  id: z.string(),
  provider: z.string(),
  providerTitle: z.nullable(z.string()).check(z.describe('Null when the provider is not available.')),
  label: z.string(),
  settings: z.record(z.string(), z.string()).check(z.describe('The settings that are not secret.')),
  state: z.enum(accountStates),
  testedAt: z.string(),
  zones: z.int().check(z.describe('How many zones of the workspace use it.')),
  createdAt: z.string(),
})

/** An account at a DNS provider. */
export type Account = z.infer<typeof Account>

const Label = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(80), z.refine(isDisplayName, displayNameComplaint.en))
const Settings = z
  .record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(4_000)))
  .check(z.describe("Texts by the names of the provider's fields."))

/** Enough for 12 fields of the largest size. Bytes. */
const bodyLimit = 64 * 1024

/** Input of the form. */
export const NewAccount = z.strictObject({
  provider: z.string().check(z.minLength(1), z.maxLength(60)),
  label: Label,
  settings: Settings,
})

const AccountChange = z.strictObject({
  label: z.optional(Label),
  settings: z.optional(Settings).check(z.describe('Fields that are left out stay as they are.')),
})

const OfferedZone = z.object({
  name: z.string().check(z.describe('The name as DNS has it, with A-labels.')),
  shownName: z.string().check(z.describe('The name as people read it, in Unicode.')),
  zoneId: z
    .nullable(z.string())
    .check(z.describe('The zone of this workspace with that name; null when there is none.')),
})

const remote = ['remote_refused', 'remote_failed', 'too_many_requests'] as const

export const listProviders = defineEndpoint({
  pattern: 'GET /api/x/domains/providers',
  input: nothing,
  output: z.object({ items: z.array(Provider) }),
  role: 'admin',
  summary: 'List the DNS providers, with the fields of their accounts',
})

export const listAccounts = defineEndpoint({
  pattern: 'GET /api/x/domains/accounts',
  input: listInput({ sort: ['label', 'createdAt'] }),
  output: pageOf(Account),
  role: 'admin',
  summary: 'List the accounts at DNS providers',
})

export const addAccount = defineEndpoint({
  pattern: 'POST /api/x/domains/accounts',
  input: NewAccount,
  output: Account,
  role: 'admin',
  status: 201,
  audit: 'dns_account.created',
  bodyLimit,
  summary: 'Add an account at a DNS provider',
  description: 'Its zones are read first; an account that the provider refuses is not saved.',
  errors: ['conflict', ...remote],
})

export const readAccount = defineEndpoint({
  pattern: 'GET /api/x/domains/accounts/{id}',
  input: nothing,
  output: Account,
  role: 'admin',
  summary: 'Get an account, without its secrets',
})

export const changeAccount = defineEndpoint({
  pattern: 'PATCH /api/x/domains/accounts/{id}',
  input: AccountChange,
  output: Account,
  role: 'admin',
  audit: 'dns_account.changed',
  bodyLimit,
  summary: 'Change an account; settings that are left out stay',
  description: 'New settings are tested first, and the zones of the account are found again by their names.',
  errors: ['conflict', 'target_busy', 'service_unavailable', ...remote],
})

export const testAccount = defineEndpoint({
  pattern: 'POST /api/x/domains/accounts/{id}/test',
  input: nothing,
  output: Account,
  role: 'admin',
  audit: false,
  summary: 'Test an account by reading its zones',
  errors: ['service_unavailable', 'too_many_requests'],
})

export const removeAccount = defineEndpoint({
  pattern: 'DELETE /api/x/domains/accounts/{id}',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: 'dns_account.removed',
  summary: 'Remove an account that no zone uses',
  errors: ['conflict'],
})

export const listOfferedZones = defineEndpoint({
  pattern: 'GET /api/x/domains/accounts/{id}/zones',
  input: nothing,
  output: z.object({ items: z.array(OfferedZone) }),
  role: 'admin',
  summary: 'List the zones that an account has at its provider',
  errors: ['service_unavailable', ...remote],
})
