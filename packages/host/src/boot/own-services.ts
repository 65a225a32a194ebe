import { Blobs, Cache, Changesets, Events, Jobs, PageHosts, Settings, Telemetry } from '@host/plugin'
import { Edge, MemoryIndexes, SmtpInbound, Threads } from '@host/plugin/platform'
import type { LiveMetrics } from '../observability/metrics/live-metrics.ts'
import type { Blobs as HostBlobs } from '../blobs/open-blobs.ts'
import type { Caches } from '../security/cache/caches.ts'
import type { HostChangesets } from '../changesets/create-changesets.ts'
import { LiveService } from '../plugins/live-service.ts'
import type { OwnServices } from '../plugins/own-services.ts'
import type { HostEdge } from '../pipeline/edge/create-edge.ts'
import type { HostEvents } from '../events/create-events.ts'
import type { HostJobs } from '../jobs/create-jobs.ts'
import type { MemoryIndexes as HostMemoryIndexes } from '../security/memory-index/memory-indexes.ts'
import type { HostSettings } from '../settings/create-settings.ts'
import type { SmtpFront } from '../smtp-inbound/smtp-front.ts'
import type { PluginThreads } from '../observability/threads/plugin-threads.ts'

interface OwnParts {
  readonly metrics: Pick<LiveMetrics, 'telemetryOf'>
  readonly jobs: Pick<HostJobs, 'serviceOf'>
  readonly events: Pick<HostEvents, 'serviceOf'>
  readonly settings: Pick<HostSettings, 'serviceOf'>
  readonly blobs: Pick<HostBlobs, 'serviceOf'>
  readonly caches: Pick<Caches, 'serviceOf'>
  readonly edge: Pick<HostEdge, 'serviceOf' | 'pageHostsOf'>
  readonly memoryIndexes: Pick<HostMemoryIndexes, 'serviceOf'>
  readonly changesets: Pick<HostChangesets, 'serviceOf'>
  readonly threads: Pick<PluginThreads, 'serviceOf'>
  readonly smtp: Pick<SmtpFront, 'serviceOf'> | undefined
}

/** Services of the host's parts that each plugin gets separately. */
export function ownServices({
  metrics,
  jobs,
  events,
  settings,
  blobs,
  caches,
  edge,
  memoryIndexes,
  changesets,
  threads,
  smtp,
}: OwnParts): OwnServices {
  return (plugin) => {
    const { name } = plugin
    return [
      [Telemetry, new LiveService(() => metrics.telemetryOf(name))],
      ...(smtp === undefined ? [] : [[SmtpInbound, smtp.serviceOf(name)] as const]),
      [Jobs, jobs.serviceOf(name)],
      [Events, events.serviceOf(plugin)],
      [Settings, settings.serviceOf(name)],
      [Blobs, blobs.serviceOf(name)],
      [Cache, caches.serviceOf(name)],
      [Edge, edge.serviceOf(name)],
      [MemoryIndexes, memoryIndexes.serviceOf(name)],
      [PageHosts, edge.pageHostsOf(name)],
      [Changesets, changesets.serviceOf(name)],
      [Threads, threads.serviceOf(name)],
    ]
  }
}
