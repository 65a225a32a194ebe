/**
 * The instruments of all plugins of one host, by the kit of OpenTelemetry. Nothing of it is registered globally, so two
 * hosts of a process have each their own. Loaded only by a host with an enabled metrics endpoint.
 */
import type { Meter } from '@opentelemetry/api'
import { MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics'
import type { MetricFamily } from './metric-family.ts'
import { pluginFamilies } from './plugin-families.ts'
import { PluginMeter, type Contain } from './plugin-meter.ts'

/** Series of one instrument; all further ones share one. */
const mostSeries = 200

/** Time limit for plugins to report observations, in milliseconds. */
const collectLimit = 2_000

/** Measures for plugins. */
export class PluginMeters {
  readonly #reader = new PulledReader({ cardinalitySelector: () => mostSeries })
  readonly #provider = new MeterProvider({ readers: [this.#reader] })

  /** The meter of a plugin. @param contain calls into it */
  meterOf(plugin: string, contain: Contain): Meter {
    return new PluginMeter(this.#provider.getMeter(plugin), contain)
  }

  async families(): Promise<readonly MetricFamily[]> {
    const { resourceMetrics } = await this.#reader.collect({ timeoutMillis: collectLimit })
    return pluginFamilies(resourceMetrics)
  }

  async stop(): Promise<void> {
    await this.#provider.shutdown()
  }
}

/** Reads when it is asked. */
class PulledReader extends MetricReader {
  protected async onForceFlush(): Promise<void> {}

  protected async onShutdown(): Promise<void> {}
}
