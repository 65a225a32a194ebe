import { serviceToken } from '../service.ts'

/** Facts of a span, under names of letters, digits, `_` and `.`. */
export type TraceAttributes = Readonly<Record<string, string | number | boolean>>

/** A span whose work is running. */
export interface TraceSpan {
  /** Adds facts that the work finds out. */
  set(attributes: TraceAttributes): void
}

/** Spans of one plugin. */
export interface TracingService {
  /**
   * Does work as a span of its own, below the running request or job. Statements, outbound requests and spans of the work
   * are below it, and several may run at once. An error marks it and is thrown on.
   *
   * A request that is not traced pays for a comparison, and `work` runs either way. Outside of requests and jobs nothing is
   * recorded.
   * @param name of few different values, at most 64 characters; after 100 different names of a plugin, others are `other`
   * @param attributes at most 16, stored as `plugin.<plugin>.<name>`; a text is cut at 256 characters. Never use values of
   * people or secrets. Texts under a name such as `password` or `token` are left out
   * @returns the result of the work
   */
  span<Result>(name: string, attributes: TraceAttributes, work: (span: TraceSpan) => Result): Result
}

/**
 * Spans of a plugin's own, in the traces of its host (`OTEL_EXPORTER_OTLP_ENDPOINT`).
 *
 * Audience: authors.
 * @example
 * const tracing = requireService(ctx, Tracing)
 * const pdf = await tracing.span('render invoice', { lines: lines.length }, () => render(lines))
 * @since 1.0.0
 */
export const Tracing = serviceToken<TracingService>('core.tracing')
