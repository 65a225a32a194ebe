/**
 * Finds the servers that are authoritative for a name by the delegation of its parent, without a cache of its own. It
 * starts from root servers, or from a zone that resolvers know, and follows each referral:
 *
 *   ask the servers of a zone for the SOA of the name ──referral──> the servers of a zone below: ask again
 *        │                                         └──answer──> the servers of this zone are the authority
 *        └──no answer──> `no_authority`
 *
 * Servers may lie, so the walk only descends, takes addresses from a referral only for servers below the zone that refers,
 * and has limits in depth, questions and time that no referral resets.
 */
import { DnsError } from '../dns-error.ts'
import { normalizeName } from '../names.ts'
import { AuthorityError } from './authority-error.ts'
import { AuthorityWalk, type WalkOptions } from './authority-walk.ts'
import { Deadline } from './deadline.ts'

export interface AuthorityOptions extends Omit<WalkOptions, 'maxQuestions'> {
  /** Milliseconds for the whole walk. Default: 15,000. */
  readonly timeout?: number
  /** Questions asked in the whole walk. Default: 100. */
  readonly maxQuestions?: number
}

export interface AuthorityServer {
  /** The name in the delegation. */
  readonly host: string
  /** Empty when no address was found. */
  readonly addresses: readonly string[]
}

export interface Authority {
  /** The zone that has the name. */
  readonly zone: string
  /** The zone that delegates to it. */
  readonly parent: string
  /** By the parent's delegation. */
  readonly servers: readonly AuthorityServer[]
}

const defaultTimeout = 15_000
const defaultQuestions = 100

/**
 * @throws {AuthorityError} with the servers of the last zone: `no_authority` when the walk ends without a server, `too_many`
 *   beyond the questions, `timeout`
 * @throws {DnsError} `invalid_name`
 * @throws the reason of the signal
 */
export async function findAuthority(name: string, options: AuthorityOptions): Promise<Authority> {
  const { timeout = defaultTimeout, maxQuestions = defaultQuestions, signal } = options
  const wanted = normalizeName(name, '.')
  const deadline = new Deadline(timeout, signal)
  const walk = new AuthorityWalk({ ...options, maxQuestions, signal: deadline.signal })
  try {
    return await walk.find(wanted)
  } catch (failure) {
    signal?.throwIfAborted()
    const isLate = deadline.signal.aborted
    if (isLate) throw new AuthorityError('timeout', `The servers of ${name} weren't found in time.`, walk.asked)
    if (failure instanceof DnsError) throw new AuthorityError(failure.code, failure.message, walk.asked)
    throw failure
  }
}
