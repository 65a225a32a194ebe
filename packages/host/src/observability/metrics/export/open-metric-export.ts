/**
 * The metrics that one host sends to a collector: the same that `/metrics` shows. Only a host whose operator asks for that
 * loads this module, and with it all others of this folder.
 */
import type { BuildFacts, Log } from '@host/plugin'
import { longestStop } from '../../otlp/longest-stop.ts'
import { OtlpSender } from '../../otlp/otlp-sender.ts'
import { resourceFacts } from '../../otlp/resource-facts.ts'
import type { LiveMetrics } from '../live-metrics.ts'
import { LoopDelay } from '../loop-delay.ts'
import { metricsEncoder } from './encode-metrics.ts'
import { exportFamilies } from './export-families.ts'
import { MetricExport } from './metric-export.ts'
import type { MetricExportConfig } from './metric-export-config.ts'

/** Dependencies of the export of a host. */
export interface MetricExportParts {
  readonly config: MetricExportConfig
  readonly build: Pick<BuildFacts, 'version'>
  readonly log: Log
  readonly metrics: Pick<LiveMetrics, 'families' | 'add'>
}

/** The running export of a host. */
export interface RunningMetricExport {
  /** Sends the last values. @param limit milliseconds; it ends by then */
  stop(limit: number): Promise<void>
}

/** Begins to send the metrics of a host. */
export function openMetricExport({ config, build, log, metrics }: MetricExportParts): RunningMetricExport {
  const sender = new OtlpSender(config.target)
  const delay = new LoopDelay()
  const encode = metricsEncoder(config.target.protocol, resourceFacts(config, build))
  const sent = new MetricExport({ ...config, sender, encode, log, families: () => metrics.families(delay) })
  metrics.add(async () => exportFamilies(sent.counts))
  return Object.freeze<RunningMetricExport>({
    stop: async (limit) => {
      await sent.stop(Math.min(limit, longestStop))
      sender[Symbol.dispose]()
      delay[Symbol.dispose]()
    },
  })
}
