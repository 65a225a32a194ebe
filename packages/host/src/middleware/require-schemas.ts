import type { Endpoint } from '@host/plugin'
import { endpointBodyLimits } from './endpoint-body-limits.ts'
import { inputSchema } from './input-schema.ts'

/** @throws TypeError for a schema that yields no JSON Schema, or a public endpoint whose input has no largest size */
export function requireSchemas(endpoint: Endpoint): void {
  endpointBodyLimits(endpoint)
  inputSchema(endpoint)
  endpoint.jsonSchema('output')
}
