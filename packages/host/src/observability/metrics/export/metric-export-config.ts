import type { OtlpTarget } from '../../otlp/otlp-target.ts'
import type { NamedResource } from '../../otlp/resource-facts.ts'

/** How metrics are sent, from the variables of OpenTelemetry. Times in milliseconds. */
export interface MetricExportConfig extends NamedResource {
  readonly target: OtlpTarget
  /** From the end of one export to the next one. */
  readonly interval: number
  /** For a whole export, repeats included. */
  readonly timeout: number
}
