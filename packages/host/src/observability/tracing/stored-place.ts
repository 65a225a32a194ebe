import { readTraceParent, writeTraceParent, type TraceContext } from '../../support/trace/trace-context.ts'

/** The span that a job was added in. */
export interface StoredPlace extends TraceContext {
  /** How many jobs lead to the stored one from the first span of the trace. */
  readonly hops: number
}

/** Characters of a `traceparent`. */
const parentLength = 55

/** Writes a `traceparent` and a number of jobs, in at most 64 characters. */
export function writeStoredPlace(span: TraceContext, hops: number): string {
  return `${writeTraceParent(span)} ${hops}`
}

/** Reads one; undefined for none, and for any other text. */
export function readStoredPlace(text: string | null): StoredPlace | undefined {
  if (text === null || !/^ \d{1,4}$/.test(text.slice(parentLength))) return undefined
  const parent = readTraceParent(text.slice(0, parentLength))
  return parent && { ...parent, hops: Number(text.slice(parentLength)) }
}
