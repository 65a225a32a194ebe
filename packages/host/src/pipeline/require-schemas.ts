import type { Endpoint } from '@host/plugin'
import { endpointBodyLimits } from './endpoint-body-limits.ts'
import { inputSchema } from '../request/input-schema.ts'

/** Endpoints that passed: a definition never changes, and several hosts of a process share it. */
const sound = new WeakSet<Endpoint>()

/** @throws TypeError for a schema that yields no JSON Schema, or a public endpoint whose input has no largest size */
export function requireSchemas(endpoint: Endpoint): void {
  if (sound.has(endpoint)) return
  endpointBodyLimits(endpoint)
  inputSchema(endpoint)
  endpoint.jsonSchema('output')
  sound.add(endpoint)
}
