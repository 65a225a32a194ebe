import type { BuildFacts } from '@host/plugin'
import type { TracesConfig } from './traces-config.ts'

/** Facts of the process that all of its spans carry. */
export type ResourceFacts = Readonly<Record<string, string>>

/** Facts of this process; those of the operator win. */
export function resourceFacts(
  { service, resource }: Pick<TracesConfig, 'service' | 'resource'>,
  { version }: Pick<BuildFacts, 'version'>,
): ResourceFacts {
  return {
    'service.version': version,
    'service.instance.id': `${process.pid}-${Math.trunc(performance.timeOrigin)}`,
    'process.pid': String(process.pid),
    'telemetry.sdk.language': 'nodejs',
    'telemetry.sdk.name': 'host',
    ...resource,
    'service.name': service,
  }
}
