import type { TraceContext } from '../../support/trace/trace-context.ts'

/** How traces are chosen, from `OTEL_TRACES_SAMPLER`. */
export interface Sampling {
  /** Follows the decision of a caller that is trusted. */
  readonly followsParent: boolean
  /** The share of all other traces, from 0 to 1. */
  readonly ratio: number
}

/** The last digits of a trace id, which are random, as a fraction below 1. */
const randomDigits = 13
const ofAll = 16 ** randomDigits

/** The chance that a trace id has: the same in every process. */
export function chanceOf(traceId: string): number {
  return Number.parseInt(traceId.slice(-randomDigits), 16) / ofAll
}

/** The last digits of the trace ids that have a chance. */
export function digitsOf(chance: number): string {
  return Math.floor(chance * ofAll)
    .toString(16)
    .padStart(randomDigits, '0')
}

/**
 * Decides whether a trace is recorded. The same trace gets the same answer in every process of one ratio.
 * @param chance a fraction below 1, that of its id
 * @param parent of a trusted caller alone: any other could choose an id that is always recorded
 */
export function isSampled({ followsParent, ratio }: Sampling, chance: number, parent?: TraceContext): boolean {
  if (followsParent && parent !== undefined) return parent.isSampled
  return chance < ratio
}
