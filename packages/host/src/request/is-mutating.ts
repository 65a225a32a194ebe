import type { Endpoint } from '@host/plugin'
import { parsePattern } from '@host/plugin/platform'

/** Whether a call may change something, so that a repeated one needs an `Idempotency-Key` to be harmless. */
export function isMutating(endpoint: Endpoint): boolean {
  return !['GET', 'HEAD'].includes(methodOf(endpoint))
}

function methodOf(endpoint: Endpoint): string {
  const { method } = parsePattern(endpoint.pattern)
  if (method === undefined) throw new TypeError('a typed endpoint needs a method; use METHOD /path')
  return method
}
