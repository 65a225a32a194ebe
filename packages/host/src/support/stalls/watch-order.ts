import type { LineFormat } from '../log-line.ts'

/** Facts that a thread needs to watch the main one. */
export interface WatchOrder {
  /** Shared by both threads, see `Heartbeat`. */
  readonly pulse: Int32Array<SharedArrayBuffer>
  /** Channel on which the main thread, when asked, reports its current execution context. */
  readonly channel: string
  /** The names that the pulse counts through. */
  readonly plugins: readonly string[]
  /** Milliseconds of a stall after which the process is ended; undefined for never. */
  readonly endAfter: number | undefined
  /** How a line is written to standard output; undefined when the log is not there. */
  readonly format: LineFormat | undefined
}

/** The main thread's work at the moment of the question. */
export interface Running {
  readonly plugin: string
  readonly requestId?: string | undefined
  /** Where it was, innermost first, one place a line. */
  readonly stack: string
}

/** A stall that is over. */
export interface Stall {
  readonly milliseconds: number
  /** Undefined when the main thread did not answer. */
  readonly running: Running | undefined
}
