import type { RateLimitResult, RateLimitService } from '@host/plugin'
import { ratePolicy, type RateCounter } from './rate-policy.ts'

const longestKey = 200
const longestWindow = 24 * 60 * 60_000
const mostCalls = 1_000_000_000

/** The service `RateLimit` of one plugin: its keys mean nothing to any other. */
export function pluginRateLimit(plugin: string, counter: RateCounter): RateLimitService {
  return Object.freeze<RateLimitService>({
    async take(key, limit, window): Promise<RateLimitResult> {
      requireFit(key, limit, window)
      const name = `${plugin} ${limit}/${window} ${key}`
      const { isAllowed, remaining, resetAfter } = await counter.take(name, ratePolicy('plugin', limit, window))
      return Object.freeze({ allowed: isAllowed, remaining, resetAfter })
    },
  })
}

function requireFit(key: string, limit: number, window: number): void {
  if (typeof key !== 'string' || key === '' || key.length > longestKey || !isPlain(key)) {
    throw new TypeError(`The key of a rate limit has 1 to ${longestKey} characters, none of them a NUL.`)
  }
  if (!Number.isInteger(limit) || limit < 1 || limit > mostCalls) {
    throw new TypeError(`A rate limit takes 1 to ${mostCalls} calls.`)
  }
  if (!Number.isInteger(window) || window < 1 || window > longestWindow) {
    throw new TypeError('The window of a rate limit is 1 ms to 24 hours, in milliseconds.')
  }
}

function isPlain(key: string): boolean {
  return !key.includes('\0') && key.isWellFormed()
}
