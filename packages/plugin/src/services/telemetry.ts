import type { Meter } from '@opentelemetry/api'
import { serviceToken } from '../service.ts'

/** Instruments of one plugin. */
export interface TelemetryService {
  /**
   * The OpenTelemetry meter of the plugin: its measurements are named `plugin_<plugin>_<instrument>`.
   * At most 100 instruments, each with 200 series of at most 8 labels. Never use text from a workspace as an attribute:
   * each value would add a permanent series.
   */
  readonly meter: Meter
}

/**
 * Instruments of a plugin's own; there while this host's metrics are read (`HOST_METRICS_TOKEN`) or sent to a collector
 * (`OTEL_EXPORTER_OTLP_ENDPOINT`), and costing nothing otherwise.
 *
 * Audience: authors.
 * @example
 * const sold = ctx.lookup(Telemetry)?.meter.createCounter('sales', { description: 'Sales that were paid.' })
 * sold?.add(1, { kind: 'license' })
 * @since 1.0.0
 */
export const Telemetry = serviceToken<TelemetryService>('core.telemetry')
