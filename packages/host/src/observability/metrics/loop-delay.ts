import { monitorEventLoopDelay } from 'node:perf_hooks'
import { familyBy, type MetricFamily } from './metric-family.ts'

/** Milliseconds between two looks at how late the event loop is. */
const resolution = 20
const nanoseconds = 1e9

/** How late the event loop was since the last read. Each reader has one of its own, since a read begins it again. */
export class LoopDelay implements Disposable {
  readonly #delay = monitorEventLoopDelay({ resolution })

  constructor() {
    this.#delay.enable()
  }

  family(): MetricFamily {
    const delay = this.#delay
    const at = (percentile: number): number =>
      Math.max(0, delay.percentile(percentile) / nanoseconds - resolution / 1000)
    const [median, most] = [at(50), at(99)]
    delay.reset()
    const help = 'Event loop delay since the last scrape or export.'
    return familyBy('quantile', { name: 'host_event_loop_lag_seconds', type: 'gauge', help }, [
      ['0.5', median],
      ['0.99', most],
    ])
  }

  [Symbol.dispose](): void {
    this.#delay.disable()
  }
}
