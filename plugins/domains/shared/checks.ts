import * as z from 'zod/mini'

/**
 * The result of a check. `differs`: some servers have the record and others don't. `lookup_failed`: at least one server
 * couldn't be asked, so nothing is known. `taken`: the record is right, and another workspace has verified the name.
 */
export const checkOutcomes = ['ok', 'missing', 'wrong', 'differs', 'lookup_failed', 'taken'] as const

/**
 * The result of a check of a record set. `propagating`: every server has the records, and caches still have earlier ones.
 */
export const recordOutcomes = ['ok', 'propagating', 'missing', 'wrong', 'differs', 'lookup_failed'] as const

/** What one server answers. */
export const serverStates = ['ok', 'missing', 'wrong', 'lookup_failed'] as const

/**
 * Why a look-up failed. `not_allowed`: the server's address is not public. `lame`: the server doesn't answer for the
 * zone. `alias`: the name of the record is an alias, which is not followed. `resolver`: the servers of the name
 * couldn't be found. `no_target`: an alias at the apex of a zone leads to no known address.
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
  'no_target',
] as const

/** What one server answers. */
export type ServerState = (typeof serverStates)[number]

/** Why a look-up failed. */
export type LookupProblem = (typeof lookupProblems)[number]

export const Server = z.object({
  name: z.string().check(z.describe('The host name of the name server.')),
  address: z.nullable(z.string()).check(z.describe('The address that was asked; null when none was.')),
  state: z.enum(serverStates),
  problem: z.nullable(z.enum(lookupProblems)),
  seen: z.array(z.string()).check(z.describe('Values of the records at this server, at most five.')),
})

/** What one server answered. */
export type ServerAnswer = z.infer<typeof Server>

const seen = {
  at: z.string(),
  problem: z.nullable(z.enum(lookupProblems)).check(z.describe('Why no server was asked; null when any was.')),
  zone: z.nullable(z.string()).check(z.describe('The zone whose servers were asked.')),
  servers: z.array(Server),
}

export const Check = z.object({ ...seen, outcome: z.enum(checkOutcomes) })

export const RecordCheck = z.object({
  ...seen,
  outcome: z.enum(recordOutcomes),
  cachedFor: z
    .nullable(z.int())
    .check(z.describe('Seconds until caches forget earlier records; null unless `propagating`.')),
})

/** The last look at a domain's record. */
export type DomainCheck = z.infer<typeof Check>

/** The result of a check. */
export type CheckOutcome = DomainCheck['outcome']

/** What the servers together have. */
export type SeenOutcome = Exclude<CheckOutcome, 'taken'>

/** What the servers have of a record set. */
export type RecordCheck = z.infer<typeof RecordCheck>

/** The result of a check of a record set. */
export type RecordOutcome = RecordCheck['outcome']
