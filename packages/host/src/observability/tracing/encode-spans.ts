/**
 * Spans in the two encodings of OTLP: `ExportTraceServiceRequest` as Protocol Buffers and as JSON.
 *
 * @see https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
import type { Span, SpanKind } from '../../support/trace/span.ts'
import type { TraceContext } from '../../support/trace/trace-context.ts'
import { jsonPairs } from '../otlp/json-pairs.ts'
import { jsonTime } from '../otlp/json-time.ts'
import { otlpScope } from '../otlp/otlp-scope.ts'
import type { OtlpProtocol } from '../otlp/otlp-target.ts'
import { ProtoWriter } from '../otlp/proto-writer.ts'
import type { ResourceFacts } from '../otlp/resource-facts.ts'
import { writePairs } from '../otlp/write-pairs.ts'

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

function flagsOf({ parentId, isParentRemote }: Span): number {
  return sampledFlag | hasIsRemote | (parentId !== undefined && isParentRemote ? isRemote : 0)
}

function linkFlagsOf({ isSampled }: TraceContext): number {
  return hasIsRemote | isRemote | (isSampled ? sampledFlag : 0)
}

function requestOf(facts: ResourceFacts, spans: readonly Span[], offset: number): object {
  const scopeSpans = [{ scope: { name: otlpScope }, spans: spans.map((span) => spanOf(span, offset)) }]
  return { resourceSpans: [{ resource: { attributes: jsonPairs(facts) }, scopeSpans }] }
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
    startTimeUnixNano: jsonTime(since + offset),
    endTimeUnixNano: jsonTime(until + offset),
    attributes: jsonPairs(span.attributes ?? {}),
    ...(link !== undefined && { links: [{ traceId: link.traceId, spanId: link.spanId, flags: linkFlagsOf(link) }] }),
    status: span.hasFailed ? { code: failed } : {},
  }
}

function writeRequest(facts: ResourceFacts, spans: readonly Span[], offset: number): Uint8Array {
  const writer = new ProtoWriter()
  writer.message(1, () => {
    writer.message(1, () => writePairs(writer, 1, facts))
    writer.message(2, () => {
      writer.message(1, () => writer.string(1, otlpScope))
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
