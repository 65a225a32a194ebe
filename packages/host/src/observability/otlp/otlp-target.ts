/** How a signal is encoded for a collector (OTLP over HTTP). */
export type OtlpProtocol = 'http/protobuf' | 'http/json'

/** A collector for one signal: traces, or metrics. */
export interface OtlpTarget {
  readonly url: URL
  readonly protocol: OtlpProtocol
  /** Sent with every request; they may be secrets. */
  readonly headers: Readonly<Record<string, string>>
  /** For one request, in milliseconds. */
  readonly timeout: number
}
