/**
 * API tokens in memory, coherent as sessions are: a request that begins after rights were taken away is never served
 * with them, on any process.
 *
 * The rights of a token are the lowest of three: its scopes, the highest role that it was given, and its holder's
 * current rights. The third is read with the token and forgotten with every change of it, so a token of a user who
 * left, was disabled or is no longer an instance admin is refused, and so is one of a user without a required second
 * factor until there is one.
 */
import type { MaybePromise } from '@host/plugin'
import type { ApiCaller } from '@host/plugin/platform'
import type { Coherence } from '../../security/coherence/coherence.ts'
import { CoherentCache, type Reading } from '../../security/coherence/coherent-cache.ts'
import type { DeferredWrites } from '../../support/deferred-writes.ts'
import { AddressRanges, parseRange } from '../../http/address-ranges.ts'
import { canonicalAddress } from '../../http/canonical-address.ts'
import type { Caller } from '../../request/caller.ts'
import { CallerMemory } from '../../request/caller-memory.ts'
import { hashSecretToken } from '../secret-token.ts'
import { lowerRole } from './effective-rights.ts'
import { instanceTokens } from './models.ts'
import type { TokenFailures } from './token-failures.ts'
import type { HeldApiToken, TokenStore, TokenUsed } from './token-store.ts'
import { tokenStamp } from './token-stamp.ts'
import { isTokenText } from './token-text.ts'

const capacity = 5_000
const lastUsedLag = 60_000

/** A token in memory. */
interface LiveToken {
  readonly caller: Caller
  /** Undefined for a token that may be used from everywhere. */
  readonly addresses: AddressRanges | undefined
  /** Milliseconds since 1970. */
  readonly endsAt: number
  reportedAt: number
}

/** Where a token is used. */
export interface TokenUse {
  readonly address: string
  /** False for a look that does not count as a use, such as that of an open stream. */
  readonly isUse: boolean
}

/** A user's token in a workspace, by its id. */
export interface OwnToken {
  readonly orgId: string
  readonly userId: string
  readonly tokenId: string
}

/** Options of live tokens. */
export interface LiveTokenOptions {
  readonly store: Pick<TokenStore, 'load' | 'loadById'>
  /** By the id of the token. */
  readonly lastUsed: Pick<DeferredWrites<TokenUsed>, 'add'>
  readonly failures: TokenFailures
  readonly coherence: Coherence
  readonly clock: () => number
}

export class LiveTokens {
  readonly #options: LiveTokenOptions
  readonly #cache: CoherentCache<LiveToken>

  constructor(options: LiveTokenOptions) {
    this.#options = options
    this.#cache = new CoherentCache(options.coherence, capacity)
  }

  /**
   * The user of a token; undefined for a refused one. Synchronous when the token is in memory.
   * @throws Problem `too_many_requests` after too many invalid tokens
   */
  callerOf(text: string, use: TokenUse): MaybePromise<Caller | undefined> {
    const tokenHash = hashSecretToken(text)
    const known = this.#cache.get(tokenHash)
    return known === undefined ? this.#load(text, tokenHash, use) : this.#take(known, use)
  }

  /**
   * The current user of a token that was used before, read again and not counted as a use: its expiry, holder and
   * allowed addresses are current, its address is the one that it was used from.
   * @returns undefined when its secret at that time is no longer valid, or not from that address
   */
  async callerAgain({ tokenId, orgId, userId, stamp, address }: ApiCaller): Promise<Caller | undefined> {
    const held = await this.#options.store.loadById(tokenId)
    const hashes = [held?.token_hash ?? null, held?.previous_hash ?? null]
    const tokenHash = hashes.find((hash) => hash !== null && tokenStamp(hash, address) === stamp)
    if (held === undefined || typeof tokenHash !== 'string') return undefined
    const { caller, endsAt, addresses } = liveToken(held, tokenHash)
    if (endsAt <= this.#options.clock() || caller.orgId !== orgId || caller.userId !== userId) return undefined
    return isAllowedFrom(addresses, address ?? '') ? caller : undefined
  }

  /** The current user of one of a user's own tokens, to show its rights; undefined for a refused one. */
  async callerOfOwn({ tokenId, orgId, userId }: OwnToken): Promise<Caller | undefined> {
    const held = await this.#options.store.loadById(tokenId)
    if (held === undefined || held.user_id !== userId || held.org_id !== orgId) return undefined
    const { caller, endsAt } = liveToken(held, held.token_hash)
    return endsAt <= this.#options.clock() || caller.orgId === undefined ? undefined : caller
  }

  async #load(text: string, tokenHash: string, use: TokenUse): Promise<Caller | undefined> {
    const { store, failures, clock } = this.#options
    const kind = isTokenText(text) ? 'unknown' : 'malformed'
    failures.require(kind, use.address)
    const read = async (): Promise<Reading<LiveToken> | undefined> => {
      const held = await store.load(tokenHash)
      return (
        held && { value: liveToken(held, tokenHash), subjects: [instanceTokens, held.user_id, held.org_id, held.id] }
      )
    }
    const token = kind === 'malformed' ? undefined : await this.#cache.load(tokenHash, read)
    if (token === undefined || token.endsAt <= clock()) {
      failures.add(kind, use.address)
      return undefined
    }
    return this.#take(token, use)
  }

  #take(token: LiveToken, { address, isUse }: TokenUse): Caller | undefined {
    const { clock, lastUsed } = this.#options
    const now = clock()
    if (token.endsAt <= now || !isAllowedFrom(token.addresses, address)) return undefined
    if (isUse && now - token.reportedAt >= lastUsedLag) {
      token.reportedAt = now
      const { sessionId: id } = token.caller
      lastUsed.add(id, { id, at: now, from: address })
    }
    return isPowerless(token.caller) ? undefined : token.caller
  }
}

/** Neither a member of its workspace nor, for a token of the instance, an admin of it. */
function isPowerless({ role, isInstanceAdmin }: Caller): boolean {
  return role === undefined && !isInstanceAdmin
}

function isAllowedFrom(ranges: AddressRanges | undefined, address: string): boolean {
  if (ranges === undefined) return true
  const canonical = canonicalAddress(address)
  return canonical !== undefined && ranges.has(canonical)
}

function liveToken(held: HeldApiToken, tokenHash: string): LiveToken {
  const isOfInstance = held.org_id === instanceTokens
  const role = isOfInstance ? undefined : lowerRole(held.role ?? undefined, held.membership ?? undefined)
  const end = held.token_hash === tokenHash ? held.expires_at : held.previous_until
  return {
    caller: Object.freeze<Caller>({
      userId: held.user_id,
      orgId: role === undefined ? undefined : held.org_id,
      role,
      scopes: Object.freeze([...held.scopes]),
      isInstanceAdmin: isOfInstance && held.is_instance_admin,
      sessionId: held.id,
      tokenId: held.id,
      needsSecondFactor: held.needs_second_factor,
      needsSso: held.is_sso_required === true && held.membership !== 'owner' && held.sso_identity === null,
      suspension: held.suspension ?? undefined,
      // No cookie, so nothing that another site could send in its place.
      csrfToken: '',
      memory: new CallerMemory(),
    }),
    addresses: held.addresses.length === 0 ? undefined : rangesOf(held.addresses),
    endsAt: endOf(end, held.token_hash === tokenHash),
    reportedAt: held.last_used_at === null ? 0 : Date.parse(held.last_used_at),
  }
}

/** A present secret without an end never ends; a former one without an end has none left. */
function endOf(end: string | null, isPresent: boolean): number {
  if (end !== null) return Date.parse(end)
  return isPresent ? Number.POSITIVE_INFINITY : 0
}

/** A range that can't be read opens nothing. */
function rangesOf(texts: readonly string[]): AddressRanges {
  return new AddressRanges(texts.flatMap((text) => parseRange(text) ?? []))
}
