import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import { domainLimits } from './limits.ts'
import { RecordKey } from './record-sets.ts'

/** Where clients of dynamic DNS send updates, by the protocol dyndns2. */
export const updatePath = '/nic/update'

/** Where they ask for their own public address. */
export const addressPath = '/nic/checkip'

/** Types of record sets that a token may change. */
export const ddnsTypes = ['A', 'AAAA'] as const

/** A type of record sets that a token may change. */
export type DdnsType = (typeof ddnsTypes)[number]

/** Answers of dyndns2 to a client with a valid token. */
export const ddnsAnswers = ['good', 'nochg', 'nohost', 'notfqdn', 'numhost', 'dnserr', '911'] as const

/** An answer of dyndns2 to a client with a valid token. */
export type DdnsAnswer = (typeof ddnsAnswers)[number]

/**
 * Why an update failed. `address`: an invalid one, or none that resolvers could reach. `type`: none of a type that the
 * token may change. `host_part`: a prefix for a name without an AAAA record. `managed`: a feature or a tool outside
 * manages the record set. `rejected`: the zone can't have it. `provider`: the provider failed. `busy`: another change of
 * the zone took too long.
 */
export const ddnsProblems = ['address', 'type', 'host_part', 'managed', 'rejected', 'provider', 'busy'] as const

/** Why an update failed. */
export type DdnsProblem = (typeof ddnsProblems)[number]

const Token = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string().check(z.describe('The first characters of the token.')),
  zoneId: z.string(),
  zone: z.string().check(z.describe('The name of the zone as people read it, in Unicode.')),
  names: z
    .array(z.object({ name: z.string(), shownName: z.string() }))
    .check(z.describe('The names that it may change, with A-labels and as people read them.')),
  types: z.array(z.enum(ddnsTypes)),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  lastAddress: z.nullable(z.string()).check(z.describe('The addresses or the prefix of the last update.')),
  lastAnswer: z.nullable(z.enum(ddnsAnswers)),
  lastProblem: z.nullable(z.enum(ddnsProblems)).check(z.describe('Why the last update failed.')),
})

/** A token for dynamic DNS. */
export type DdnsToken = z.infer<typeof Token>

const NewToken = z.object({
  ...Token.shape,
  token: z.string().check(z.describe('The token itself. It is shown once.')),
})

/** A token for dynamic DNS, with its secret. */
export type NewDdnsToken = z.infer<typeof NewToken>

/** Input of the form. */
export const DdnsTokenInput = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80), z.refine(isDisplayName, displayNameComplaint.en)),
  zoneId: z.string().check(z.minLength(1), z.maxLength(64)),
  names: z
    .array(RecordKey.shape.name)
    .check(z.minLength(1), z.maxLength(domainLimits.ddnsNames), z.describe('Names of the zone that it may change.')),
  types: z.array(z.enum(ddnsTypes)).check(z.minLength(1), z.maxLength(ddnsTypes.length)),
})

export const listDdnsTokens = defineEndpoint({
  pattern: 'GET /api/x/domains/ddns-tokens',
  input: listInput({
    sort: ['name', 'createdAt', 'lastUsedAt'],
    filters: { zoneId: z.string().check(z.maxLength(64), z.describe('Tokens of this zone only.')) },
    search: true,
  }),
  output: pageOf(Token),
  role: 'admin',
  summary: 'List the tokens for dynamic DNS, with their last updates',
  mcp: {
    name: 'ddns_tokens',
    description: 'Lists the tokens for dynamic DNS: the names that each may change, and its last update.',
  },
})

export const createDdnsToken = defineEndpoint({
  pattern: 'POST /api/x/domains/ddns-tokens',
  input: DdnsTokenInput,
  output: NewToken,
  role: 'admin',
  status: 201,
  audit: 'ddns_token.created',
  revealsSecret: true,
  summary: 'Create a token for dynamic DNS',
  description:
    `Routers and their programs use it as the password at \`GET ${updatePath}\`, by the protocol dyndns2. It changes ` +
    'the A and AAAA records of its names and nothing else. It is shown once.',
  errors: ['conflict', 'not_found'],
})

export const revokeDdnsToken = defineEndpoint({
  pattern: 'DELETE /api/x/domains/ddns-tokens/{id}',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: 'ddns_token.revoked',
  summary: 'Revoke a token for dynamic DNS; the records stay',
  mcp: {
    name: 'revoke_ddns_token',
    description: 'Revokes a token for dynamic DNS. Its client can no longer change records; the records stay.',
    approval: true,
  },
})
