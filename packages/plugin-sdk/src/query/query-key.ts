import type { Endpoint } from '@host/client'

/** Under which the data of every input of an endpoint is kept. */
export function endpointKey(endpoint: Endpoint): readonly unknown[] {
  return [endpoint.pattern]
}

/** Under which the data of one input is kept; no input is the empty one. */
export function queryKey(endpoint: Endpoint, input: unknown): readonly unknown[] {
  return [endpoint.pattern, input ?? {}]
}
