import type { TraceAttributes } from '@host/plugin'

/** A part of a request or a job that was recorded, once it has ended. */
export interface TestSpan {
  readonly name: string
  /** The facts that a plugin gives to a span of its own have the prefix `plugin.<plugin>.`. */
  readonly attributes: TraceAttributes
  /** Whether it threw. */
  readonly hasFailed: boolean
  readonly id: string
  /** The id of the span above it; undefined for the first one of a trace. */
  readonly parentId: string | undefined
}
