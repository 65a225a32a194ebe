import type { Endpoint } from '@host/plugin'
import { limits } from '@host/plugin'
import { parsePattern } from '@host/plugin/platform'
import type { BodyLimits } from '../http/body-limits.ts'
import { inputSchema } from '../request/input-schema.ts'
import { largestJson } from './largest-json.ts'

/** The smallest limit that is derived, in bytes. */
const smallest = 4 * 1024
const derivedLimits = new WeakMap<Endpoint, number>()

/**
 * The largest body of an endpoint's call: as stated by its definition, else as large as its input can be, from 4 KiB to
 * `limits.requestBody`.
 * @throws TypeError for a public endpoint whose input has no largest size
 */
export function endpointBodyLimits(endpoint: Endpoint): BodyLimits {
  const { bodyLimit, structureLimit = limits.jsonStructure, upload } = endpoint
  return { bytes: bodyLimit ?? derivedOnce(endpoint), structure: structureLimit, ...(upload && { field: 'file' }) }
}

/** Whether the input of an endpoint is its body, and not its query. */
export function takesBody({ pattern }: Pick<Endpoint, 'pattern'>): boolean {
  return !['GET', 'HEAD', 'DELETE'].includes(parsePattern(pattern).method ?? '')
}

function derivedOnce(endpoint: Endpoint): number {
  const known = derivedLimits.get(endpoint)
  if (known !== undefined) return known
  const bytes = derived(endpoint)
  derivedLimits.set(endpoint, bytes)
  return bytes
}

function derived(endpoint: Endpoint): number {
  if (!takesBody(endpoint)) return smallest
  const size = largestJson(inputSchema(endpoint))
  if ('bytes' in size) return Math.min(Math.max(smallest, size.bytes), limits.requestBody)
  if (endpoint.audience !== 'public') return limits.requestBody
  const place = size.unbounded === '' ? 'its input' : `"${size.unbounded}" of its input`
  throw new TypeError(
    `${place} has no size limit, and the endpoint is public; set maxLength for a string, maxItems for a list, maxProperties and propertyNames for a record, or bodyLimit in the definition`,
  )
}
