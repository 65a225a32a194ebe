/**
 * The place of work in a trace, as the headers `traceparent` and `tracestate` carry it (W3C Trace Context, level 1).
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header section 3.2
 */

/** A span of a trace, known by its ids. */
export interface TraceContext {
  /** 32 lower-case hexadecimal digits, not all zero. */
  readonly traceId: string
  /** 16 of them. */
  readonly spanId: string
  readonly isSampled: boolean
  /** Facts of tracing systems, passed on as they came. */
  readonly traceState?: string | undefined
}

const form = /^(?<version>[\da-f]{2})-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})(?<rest>-.*)?$/
const noTrace = '0'.repeat(32)
const noSpan = '0'.repeat(16)
/** A later version may be longer; more than this is not read. */
const longestParent = 256

/** Reads a `traceparent`; undefined for one that is not valid, which is ignored (section 3.2.2.5). */
export function readTraceParent(text: string | null | undefined): TraceContext | undefined {
  if (typeof text !== 'string' || text.length > longestParent) return undefined
  const { version, traceId = noTrace, spanId = noSpan, flags = '', rest } = form.exec(text)?.groups ?? {}
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined
  if (traceId === noTrace || spanId === noSpan) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** Writes a `traceparent` of version 00. */
export function writeTraceParent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}

/** Limits of section 3.3.1.1 and 3.3.1.5. */
const mostMembers = 32
const longestState = 512
const member = /^[a-z\d][\w*/@-]{0,255}=[\u0020-\u002b\u002d-\u003c\u003e-\u007e]{1,256}$/

/** Reads a `tracestate`; undefined for one that is empty, too long or not valid. */
export function readTraceState(text: string | null | undefined): string | undefined {
  if (typeof text !== 'string' || text.length > longestState) return undefined
  const members = text.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]))
  const isValid = members.length > 0 && members.length <= mostMembers && members.every((each) => member.test(each))
  return isValid ? members.join(',') : undefined
}
