import { Blobs, Cache, Events, Jobs, Settings, Telemetry } from '@host/plugin'
import type { HostMetrics } from '../accounting/metrics/host-metrics.ts'
import type { Blobs as HostBlobs } from '../blobs/open-blobs.ts'
import type { Caches } from '../cache/caches.ts'
import type { OwnServices } from '../context/own-services.ts'
import type { HostEvents } from '../events/create-events.ts'
import type { HostJobs } from '../jobs/create-jobs.ts'
import type { HostSettings } from '../settings/create-settings.ts'

interface OwnParts {
  readonly metrics: Pick<HostMetrics, 'telemetryOf'> | undefined
  readonly jobs: Pick<HostJobs, 'serviceOf'>
  readonly events: Pick<HostEvents, 'serviceOf'>
  readonly settings: Pick<HostSettings, 'serviceOf'>
  readonly blobs: Pick<HostBlobs, 'serviceOf'>
  readonly caches: Pick<Caches, 'serviceOf'>
}

/** Services of the host's parts that each plugin gets separately. */
export function ownServices({ metrics, jobs, events, settings, blobs, caches }: OwnParts): OwnServices {
  return (plugin) => {
    const { name } = plugin
    return [
      ...(metrics === undefined ? [] : [[Telemetry, metrics.telemetryOf(name)] as const]),
      [Jobs, jobs.serviceOf(name)],
      [Events, events.serviceOf(plugin)],
      [Settings, settings.serviceOf(name)],
      [Blobs, blobs.serviceOf(name)],
      [Cache, caches.serviceOf(name)],
    ]
  }
}
