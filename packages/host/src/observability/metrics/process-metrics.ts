import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { BuildFacts } from '@host/plugin'
import { familyBy, type MetricFamily } from './metric-family.ts'

/** Milliseconds between two looks at how late the event loop is. */
const resolution = 20
const nanoseconds = 1e9

/** Measures this process. */
export class ProcessMetrics {
  readonly #delay = monitorEventLoopDelay({ resolution })
  readonly #build: Pick<BuildFacts, 'version' | 'digest'>

  constructor(build: Pick<BuildFacts, 'version' | 'digest'>) {
    this.#build = build
    this.#delay.enable()
  }

  /** Delays are those since the last look. */
  families(): readonly MetricFamily[] {
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
      { ...gauge('process_cpu_seconds', 'CPU time in seconds.', (user + system) / 1e6), type: 'counter' },
      gauge('process_resident_memory_bytes', 'Memory used by the process.', rss),
      familyBy('kind', { name: 'host_memory_bytes', type: 'gauge', help: 'JavaScript memory, by kind.' }, [
        ['heap_used', heapUsed],
        ['heap_total', heapTotal],
        ['external', external],
      ]),
      this.#lag(),
    ]
  }

  stop(): void {
    this.#delay.disable()
  }

  #lag(): MetricFamily {
    const delay = this.#delay
    const at = (percentile: number): number =>
      Math.max(0, delay.percentile(percentile) / nanoseconds - resolution / 1000)
    const [median, most] = [at(50), at(99)]
    delay.reset()
    const family = {
      name: 'host_event_loop_lag_seconds',
      type: 'gauge',
      help: 'Event loop delay since the last scrape.',
    }
    return familyBy('quantile', family as Omit<MetricFamily, 'points'>, [
      ['0.5', median],
      ['0.99', most],
    ])
  }
}

function gauge(name: string, help: string, value: number): MetricFamily {
  return { name, type: 'gauge', help, points: [{ labels: {}, value }] }
}
