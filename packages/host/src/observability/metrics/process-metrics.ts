import type { BuildFacts } from '@host/plugin'
import type { LoopDelay } from './loop-delay.ts'
import { familyBy, type MetricFamily } from './metric-family.ts'

/** Measures this process. */
export class ProcessMetrics {
  readonly #build: Pick<BuildFacts, 'version' | 'digest'>

  constructor(build: Pick<BuildFacts, 'version' | 'digest'>) {
    this.#build = build
  }

  /** @param delay of the reader */
  families(delay: LoopDelay): readonly MetricFamily[] {
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const { version, digest } = this.#build
    return [
      {
        name: 'host_build_info',
        type: 'gauge',
        help: 'Build information; always 1.',
        points: [{ labels: { version, digest, node: process.version }, value: 1 }],
      },
      gauge(
        'process_start_time_seconds',
        'Start time of the process, in seconds since 1970.',
        performance.timeOrigin / 1000,
      ),
      {
        ...gauge('process_cpu_seconds', 'CPU time in seconds.', (user + system) / 1e6),
        type: 'counter',
        since: performance.timeOrigin,
      },
      gauge('process_resident_memory_bytes', 'Memory used by the process.', rss),
      familyBy('kind', { name: 'host_memory_bytes', type: 'gauge', help: 'JavaScript memory, by kind.' }, [
        ['heap_used', heapUsed],
        ['heap_total', heapTotal],
        ['external', external],
      ]),
      delay.family(),
    ]
  }
}

function gauge(name: string, help: string, value: number): MetricFamily {
  return { name, type: 'gauge', help, points: [{ labels: {}, value }] }
}
