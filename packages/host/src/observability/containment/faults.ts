import { channel } from 'node:diagnostics_channel'
import type { Log } from '@host/plugin'
import type { Span } from '../../support/trace/span.ts'

/** Where a fault came up. */
export type FaultKind =
  | 'handler'
  | 'late answer'
  | 'stream'
  | 'timeout'
  | 'start'
  | 'stop'
  | 'health'
  | 'hook'
  | 'job'
  | 'stall'
  | 'exit'
  | 'thread'
  | 'uncaught exception'
  | 'unhandled rejection'

/** A fault of a plugin, with its known circumstances. */
export interface Fault {
  readonly plugin: string
  readonly kind: FaultKind
  readonly error: unknown
  readonly requestId?: string | undefined
  /** The span of that request. */
  readonly span?: Span | undefined
}

/** Counts faults that are not counted otherwise. */
export interface FaultCounter {
  noteFault(plugin: string): void
}

/** Faults of these kinds are counted anyway: by the status of an answer, or a failed job. */
const counted: ReadonlySet<string> = new Set(['handler', 'timeout', 'late answer', 'job'])

/** Every fault as it is reported. The development server listens; nothing else does. */
const reported = channel('host:fault')

/** Logs and counts the faults of plugins, each under its plugin's name. */
export class Faults {
  readonly #log: Log
  readonly #usage: FaultCounter | undefined
  readonly #counts = new Map<string, number>()

  constructor(log: Log, usage?: FaultCounter) {
    this.#log = log
    this.#usage = usage
  }

  report({ plugin, kind, error, requestId, span }: Fault): void {
    this.#counts.set(plugin, this.count(plugin) + 1)
    if (!counted.has(kind)) this.#usage?.noteFault(plugin)
    if (reported.hasSubscribers) reported.publish({ plugin, kind, error } satisfies Fault)
    const ofRequest = requestId === undefined ? {} : { requestId }
    this.#log.error(`Fault in "${plugin}" (${kind})`, { plugin, kind, ...ofRequest, ...span?.logFields, err: error })
  }

  /** How many faults a plugin has had since the host started. */
  count(plugin: string): number {
    return this.#counts.get(plugin) ?? 0
  }
}
