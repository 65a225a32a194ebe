import type { GuardedLookup } from './guarded-lookup.ts'
import { loadSpf } from './mailauth.ts'
import { oneOf, plain } from './plain.ts'

export type SpfResult = 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'permerror' | 'temperror'

const results: readonly SpfResult[] = ['pass', 'fail', 'softfail', 'neutral', 'none', 'permerror', 'temperror']

/** Whether the peer may send for the domain of the envelope (RFC 7208). */
export interface SpfCheck {
  readonly result: SpfResult
  /** `helo` where the envelope has no sender, as in bounces. */
  readonly identity: 'mailfrom' | 'helo'
  readonly domain: string
  /** Text of the domain's owner for a `fail`. Show it as text of a third party. */
  readonly explanation: string | undefined
  readonly detail: string | undefined
}

export interface SpfQuestion {
  readonly peer: string
  readonly helo: string
  /** Empty for the null sender. */
  readonly mailFrom: string
  readonly hostname: string
}

const mostElapsed = 20_000
const longestExplanation = 500

/** Never throws: everything that goes wrong is a `temperror`. */
export async function checkSpf(
  { peer, helo, mailFrom, hostname }: SpfQuestion,
  lookup: GuardedLookup,
): Promise<SpfCheck> {
  const identity = mailFrom === '' ? 'helo' : 'mailfrom'
  try {
    const spf = await loadSpf()
    const { status, domain, explanation } = await spf({
      ip: peer,
      helo,
      sender: mailFrom,
      mta: hostname,
      resolver: lookup.resolve as never,
      strict: true,
      maxResolveCount: 10,
      maxVoidCount: 2,
      maxElapsedTime: mostElapsed,
    })
    return {
      result: oneOf(results, status.result) ?? 'temperror',
      identity,
      domain: plain(domain),
      explanation: explanation === undefined ? undefined : plain(explanation, longestExplanation),
      detail: typeof status.comment === 'string' ? plain(status.comment) : undefined,
    }
  } catch {
    return {
      result: 'temperror',
      identity,
      domain: plain(mailFrom.split('@').at(-1) ?? ''),
      explanation: undefined,
      detail: undefined,
    }
  }
}
