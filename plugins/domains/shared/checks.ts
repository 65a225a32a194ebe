import * as z from 'zod/mini'

/**
 * The result of a check. `differs`: some servers have the record and others don't. `lookup_failed`: at least one server
 * couldn't be asked, so nothing is known. `taken`: the record is right, and another workspace has verified the name.
 */
export const checkOutcomes = ['ok', 'missing', 'wrong', 'differs', 'lookup_failed', 'taken'] as const

/** What one server answers. */
export const serverStates = ['ok', 'missing', 'wrong', 'lookup_failed'] as const

/**
 * Why a look-up failed. `not_allowed`: the server's address is not public. `lame`: the server doesn't answer for the
 * zone. `alias`: the name of the record is an alias, which is not followed. `resolver`: the servers of the name
 * couldn't be found.
 */
export const lookupProblems = [
  'timeout',
  'unreachable',
  'refused',
  'server_failure',
  'lame',
  'alias',
  'bad_answer',
  'not_allowed',
  'no_address',
  'resolver',
] as const

/** What one server answers. */
export type ServerState = (typeof serverStates)[number]

/** Why a look-up failed. */
export type LookupProblem = (typeof lookupProblems)[number]

const Server = z.object({
  name: z.string().check(z.describe('The host name of the name server.')),
  address: z.nullable(z.string()).check(z.describe('The address that was asked; null when none was.')),
  state: z.enum(serverStates),
  problem: z.nullable(z.enum(lookupProblems)),
  seen: z.array(z.string()).check(z.describe('Values of the TXT record at this server, at most five.')),
})

/** What one server answered. */
export type ServerAnswer = z.infer<typeof Server>

export const Check = z.object({
  at: z.string(),
  outcome: z.enum(checkOutcomes),
  problem: z.nullable(z.enum(lookupProblems)).check(z.describe('Why no server was asked; null when any was.')),
  zone: z.nullable(z.string()).check(z.describe('The zone whose servers were asked.')),
  servers: z.array(Server),
})

/** The last look at a domain's record. */
export type DomainCheck = z.infer<typeof Check>

/** The result of a check. */
export type CheckOutcome = DomainCheck['outcome']
