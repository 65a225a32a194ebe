import { Blobs, Cache, Jobs, Settings, Telemetry } from '@host/plugin'
import type { HostMetrics } from '../accounting/metrics/host-metrics.ts'
import type { Blobs as HostBlobs } from '../blobs/open-blobs.ts'
import type { Caches } from '../cache/caches.ts'
import type { OwnServices } from '../context/own-services.ts'
import type { HostJobs } from '../jobs/create-jobs.ts'
import type { HostSettings } from '../settings/create-settings.ts'

interface OwnParts {
  readonly metrics: Pick<HostMetrics, 'telemetryOf'> | undefined
  readonly jobs: Pick<HostJobs, 'serviceOf'>
  readonly settings: Pick<HostSettings, 'serviceOf'>
  readonly blobs: Pick<HostBlobs, 'serviceOf'>
  readonly caches: Pick<Caches, 'serviceOf'>
}

/** What the host's parts have for each plugin apart. */
export function ownServices({ metrics, jobs, settings, blobs, caches }: OwnParts): OwnServices {
  return ({ name }) => [
    ...(metrics === undefined ? [] : [[Telemetry, metrics.telemetryOf(name)] as const]),
    [Jobs, jobs.serviceOf(name)],
    [Settings, settings.serviceOf(name)],
    [Blobs, blobs.serviceOf(name)],
    [Cache, caches.serviceOf(name)],
  ]
}
