/**
 * Spans in the two encodings of OTLP: `ExportTraceServiceRequest` as Protocol Buffers and as JSON.
 *
 * @see https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
import type { Span, SpanAttributes, SpanKind } from '../../support/trace/span.ts'
import type { TraceContext } from '../../support/trace/trace-context.ts'
import type { OtlpProtocol } from './otlp-target.ts'
import { ProtoWriter } from './proto-writer.ts'
import type { ResourceFacts } from './resource-facts.ts'

/** Encodes the spans of a process. @param offset milliseconds from `performance.now` to the time since 1970 */
export type SpanEncoder = (spans: readonly Span[], offset: number) => Uint8Array

/** Makes the encoder of the spans of a process. */
export function spanEncoder(protocol: OtlpProtocol, facts: ResourceFacts): SpanEncoder {
  return protocol === 'http/json'
    ? (spans, offset) => Buffer.from(JSON.stringify(requestOf(facts, spans, offset)))
    : (spans, offset) => writeRequest(facts, spans, offset)
}

/** Numbers of `SpanKind` and `StatusCode`, and the bits of flags. */
const kinds = { internal: 1, server: 2, client: 3, consumer: 5 } as const satisfies Readonly<Record<SpanKind, number>>
const failed = 2
const sampledFlag = 0x01
const hasIsRemote = 0x100
const isRemote = 0x200
const scope = 'host'

function flagsOf({ parentId, isParentRemote }: Span): number {
  return sampledFlag | hasIsRemote | (parentId !== undefined && isParentRemote ? isRemote : 0)
}

function linkFlagsOf({ isSampled }: TraceContext): number {
  return hasIsRemote | isRemote | (isSampled ? sampledFlag : 0)
}

/** Nanoseconds as a decimal number, which is how JSON has 64 bits. @param milliseconds since 1970, with a fraction */
function nanoseconds(milliseconds: number): string {
  const whole = Math.floor(milliseconds)
  return `${whole}${String(Math.floor((milliseconds - whole) * 1e6)).padStart(6, '0')}`
}

function requestOf(facts: ResourceFacts, spans: readonly Span[], offset: number): object {
  const scopeSpans = [{ scope: { name: scope }, spans: spans.map((span) => spanOf(span, offset)) }]
  return { resourceSpans: [{ resource: { attributes: pairsOf(facts) }, scopeSpans }] }
}

function spanOf(span: Span, offset: number): object {
  const { traceId, spanId, traceState, parentId, link, name, since, until = since } = span
  return {
    traceId,
    spanId,
    ...(traceState !== undefined && { traceState }),
    ...(parentId !== undefined && { parentSpanId: parentId }),
    flags: flagsOf(span),
    name,
    kind: kinds[span.kind],
    startTimeUnixNano: nanoseconds(since + offset),
    endTimeUnixNano: nanoseconds(until + offset),
    attributes: pairsOf(span.attributes ?? {}),
    ...(link !== undefined && { links: [{ traceId: link.traceId, spanId: link.spanId, flags: linkFlagsOf(link) }] }),
    status: span.hasFailed ? { code: failed } : {},
  }
}

function pairsOf(attributes: SpanAttributes): readonly object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }))
}

function valueOf(value: SpanAttributes[string]): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

function writeRequest(facts: ResourceFacts, spans: readonly Span[], offset: number): Uint8Array {
  const writer = new ProtoWriter()
  writer.message(1, () => {
    writer.message(1, () => writePairs(writer, 1, facts))
    writer.message(2, () => {
      writer.message(1, () => writer.string(1, scope))
      for (const span of spans) writer.message(2, () => writeSpan(writer, span, offset))
    })
  })
  return writer.bytes
}

function writeSpan(writer: ProtoWriter, span: Span, offset: number): void {
  const { traceId, spanId, traceState, parentId, link, since, until = since } = span
  writer.hex(1, traceId)
  writer.hex(2, spanId)
  if (traceState !== undefined) writer.string(3, traceState)
  if (parentId !== undefined) writer.hex(4, parentId)
  writer.string(5, span.name)
  writer.integer(6, kinds[span.kind])
  writer.time(7, since + offset)
  writer.time(8, until + offset)
  writePairs(writer, 9, span.attributes ?? {})
  if (link !== undefined) writer.message(13, () => writeLink(writer, link))
  writer.message(15, () => writer.integer(3, span.hasFailed ? failed : 0))
  writer.fixed32(16, flagsOf(span))
}

function writeLink(writer: ProtoWriter, link: TraceContext): void {
  writer.hex(1, link.traceId)
  writer.hex(2, link.spanId)
  writer.fixed32(6, linkFlagsOf(link))
}

function writePairs(writer: ProtoWriter, field: number, attributes: SpanAttributes): void {
  for (const key in attributes) {
    const value = attributes[key]
    if (value === undefined) continue
    writer.message(field, () => {
      writer.string(1, key)
      writer.message(2, () => writeValue(writer, value))
    })
  }
}

function writeValue(writer: ProtoWriter, value: SpanAttributes[string]): void {
  if (typeof value === 'string') writer.string(1, value)
  else if (typeof value === 'boolean') writer.signed(2, Number(value))
  else if (Number.isSafeInteger(value)) writer.signed(3, value)
  else writer.double(4, value)
}
