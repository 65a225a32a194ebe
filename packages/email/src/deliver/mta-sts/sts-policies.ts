import type { SmtpClock } from '../../smtp/clock.ts'
import type { MailResolver } from '../mail-resolver.ts'
import { readStsPolicy, readStsRecord, type StsPolicy } from './sts-policy.ts'

/** The last policy of a domain that was fetched, and the last failure since. */
export interface StoredStsPolicy {
  readonly id: string
  readonly policy: StsPolicy | undefined
  /** Milliseconds since 1970. */
  readonly fetchedAt: number
  readonly failedAt?: number
}

export interface StsStore {
  get(domain: string): Promise<StoredStsPolicy | undefined>
  set(domain: string, stored: StoredStsPolicy): Promise<void>
}

/** The answer to a request for a policy. The fetcher verifies the certificate, follows no redirect and limits time and size. */
export interface StsAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

export interface StsPoliciesOptions {
  readonly resolver: Pick<MailResolver, 'txt'>
  readonly store: StsStore
  readonly fetch: (url: string) => Promise<StsAnswer>
  readonly clock: Pick<SmtpClock, 'now'>
}

/** RFC 8461, §3.3: a policy that can't be fetched isn't asked for again at once. */
const pauseAfterFailure = 300_000

/** Policies by domain. A policy that was fetched stays in force until its age, also when DNS or the web server fail. */
export class StsPolicies {
  readonly #options: StsPoliciesOptions

  constructor(options: StsPoliciesOptions) {
    this.#options = options
  }

  /** The policy in force; `undefined` when there is none. */
  async policyOf(domain: string): Promise<StsPolicy | undefined> {
    const { resolver, store, clock } = this.#options
    const stored = await store.get(domain)
    const now = clock.now()
    const known = isFresh(stored, now) ? stored : undefined
    const id = readStsRecord(await resolver.txt(`_mta-sts.${domain}`).catch(() => []))
    if (id === undefined || id === known?.id || isPaused(stored, now)) return inForce(known?.policy)
    const policy = await this.#fetch(domain)
    if (policy === undefined) {
      await store.set(domain, { id: '', policy: undefined, fetchedAt: now, ...known, failedAt: now })
      return inForce(known?.policy)
    }
    await store.set(domain, { id, policy, fetchedAt: now })
    return inForce(policy)
  }

  async #fetch(domain: string): Promise<StsPolicy | undefined> {
    try {
      const answer = await this.#options.fetch(`https://mta-sts.${domain}/.well-known/mta-sts.txt`)
      const isText = /^text\/plain\s*(?:;|$)/i.test(answer.contentType)
      return answer.status === 200 && isText ? readStsPolicy(answer.body) : undefined
    } catch {
      return undefined
    }
  }
}

function isFresh(stored: StoredStsPolicy | undefined, now: number): boolean {
  return stored?.policy !== undefined && now < stored.fetchedAt + stored.policy.maxAge * 1_000
}

function isPaused(stored: StoredStsPolicy | undefined, now: number): boolean {
  return stored?.failedAt !== undefined && now < stored.failedAt + pauseAfterFailure
}

function inForce(policy: StsPolicy | undefined): StsPolicy | undefined {
  return policy?.mode === 'none' ? undefined : policy
}
