import { hostname } from 'node:os'
import type { BuildFacts } from '@host/plugin'

/** Facts of the process that all of its spans and metrics carry. */
export type ResourceFacts = Readonly<Record<string, string>>

/** What the operator calls the process, from the variables of OpenTelemetry. */
export interface NamedResource {
  /** `service.name`. */
  readonly service: string
  /** Further facts of the process. */
  readonly resource: Readonly<Record<string, string>>
}

/** Facts of this process; those of the operator win. */
export function resourceFacts(
  { service, resource }: NamedResource,
  { version }: Pick<BuildFacts, 'version'>,
): ResourceFacts {
  return {
    'service.version': version,
    // Containers all have process 1, and may start together.
    'service.instance.id': `${hostname()}-${process.pid}-${Math.trunc(performance.timeOrigin)}`,
    'process.pid': String(process.pid),
    'telemetry.sdk.language': 'nodejs',
    'telemetry.sdk.name': 'host',
    ...resource,
    'service.name': service,
  }
}
