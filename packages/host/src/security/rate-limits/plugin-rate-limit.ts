import type { RateLimitResult, RateLimitService } from '@host/plugin'
import { clientOf } from '../../request/client.ts'
import { networkOf } from '../../request/network.ts'
import { DatabaseError } from '../../database/database-error.ts'
import { ratePolicy, type RateCounter } from '../../request/rate-policy.ts'

const longestKey = 200
const longestWindow = 24 * 60 * 60_000
const mostCalls = 1_000_000_000

type Budget = Parameters<RateLimitService['takeFrom']>[2]

/** How a plugin counts. */
export interface PluginRateLimitOptions {
  readonly counter: RateCounter
  /**
   * Whether the calling code is inside a transaction, where nothing is counted: a count undone with it would be lost,
   * and one that is not would wait for a lock that its own caller holds.
   */
  readonly isInTransaction: () => boolean
}

/** The service `RateLimit` of one plugin: its keys mean nothing to any other. */
export function pluginRateLimit(
  plugin: string,
  { counter, isInTransaction }: PluginRateLimitOptions,
): RateLimitService {
  async function count(owner: string, key: string, { limit, window }: Budget): Promise<RateLimitResult> {
    requireFit(key, limit, window)
    if (isInTransaction()) throw insideTransaction()
    const name = `${owner} ${limit}/${window} ${key}`
    const { isAllowed, remaining, resetAfter } = await counter.take(name, ratePolicy('plugin', limit, window))
    return Object.freeze({ allowed: isAllowed, remaining, resetAfter })
  }
  return Object.freeze<RateLimitService>({
    take: (key, limit, window) => count(plugin, key, { limit, window }),
    // No name of a plugin has an at sign, so no other key is the same.
    takeFrom: (request, key, budget) => count(`${plugin}@${networkOf(clientOf(request).address)}`, key, budget),
  })
}

function requireFit(key: string, limit: number, window: number): void {
  if (typeof key !== 'string' || key === '' || key.length > longestKey || !isPlain(key)) {
    throw new TypeError(`A rate limit key must be 1 to ${longestKey} characters without NUL.`)
  }
  if (!Number.isInteger(limit) || limit < 1 || limit > mostCalls) {
    throw new TypeError(`A rate limit must allow 1 to ${mostCalls} calls.`)
  }
  if (!Number.isInteger(window) || window < 1 || window > longestWindow) {
    throw new TypeError('The window of a rate limit must be 1 ms to 24 hours, in milliseconds.')
  }
}

function insideTransaction(): DatabaseError {
  return new DatabaseError(
    'outside_transaction',
    'A rate limit was checked inside a transaction: check it before the transaction.',
  )
}

function isPlain(key: string): boolean {
  return !key.includes('\0') && key.isWellFormed()
}
