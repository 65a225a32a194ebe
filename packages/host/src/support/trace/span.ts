import type { TraceContext } from './trace-context.ts'

/** The side of a call that a span shows. */
export type SpanKind = 'internal' | 'server' | 'client' | 'consumer'

/** Facts of a span. Names follow the semantic conventions of OpenTelemetry where they have one. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** Takes spans that have ended. */
export interface SpanSink {
  add(span: Span): void
}

/** Facts of a span that begins. */
export interface NewSpan {
  readonly name: string
  readonly kind: SpanKind
  /** An id, or a function that makes it when it is first read: most spans that are not recorded need none. */
  readonly traceId: string | (() => string)
  readonly spanId: string | (() => string)
  readonly isSampled: boolean
  /** The span above it; undefined for the first one of a trace. */
  readonly parentId: string | undefined
  /** Whether that one belongs to another process. */
  readonly isParentRemote: boolean
  readonly traceState?: string | undefined
  /** A span of another trace that caused it. */
  readonly link?: TraceContext | undefined
  /** How many jobs lead to it from the first span of the trace; 0 unless stated. */
  readonly hops?: number
  readonly sink: SpanSink
}

/** Child spans that one request or job may have: a handler in a loop must not displace the spans of others. */
const mostChildren = 200
/** Longest text of an attribute, in UTF-16 units. */
const longestText = 256

/** A stretch of work in a trace. One that is not sampled only carries the ids. */
export class Span implements TraceContext {
  readonly isSampled: boolean
  readonly traceState: string | undefined
  readonly parentId: string | undefined
  readonly isParentRemote: boolean
  readonly kind: SpanKind
  readonly link: TraceContext | undefined
  readonly hops: number
  /** Of few different values, such as the pattern of a route: never a path or an id. */
  name: string
  hasFailed = false
  /** When it began, by `performance.now`. */
  since = performance.now()
  /** When it ended; undefined while it runs. */
  until: number | undefined
  attributes: Record<string, string | number | boolean> | undefined
  /** Children that were left out because there were too many. */
  omitted = 0
  readonly #sink: SpanSink
  #traceId: string | (() => string)
  #spanId: string | (() => string)
  #children = 0
  #statements = 0
  #databaseTime = 0

  constructor(span: NewSpan) {
    this.name = span.name
    this.kind = span.kind
    this.#traceId = span.traceId
    this.#spanId = span.spanId
    this.isSampled = span.isSampled
    this.parentId = span.parentId
    this.isParentRemote = span.isParentRemote
    this.traceState = span.traceState
    this.link = span.link
    this.hops = span.hops ?? 0
    this.#sink = span.sink
  }

  get traceId(): string {
    if (typeof this.#traceId !== 'string') this.#traceId = this.#traceId()
    return this.#traceId
  }

  get spanId(): string {
    if (typeof this.#spanId !== 'string') this.#spanId = this.#spanId()
    return this.#spanId
  }

  /** The fields of log lines that were written within it. */
  get logFields(): { readonly trace_id: string; readonly span_id: string } {
    return { trace_id: this.traceId, span_id: this.spanId }
  }

  /** Whether one more child is recorded; counts it. */
  takesChild(): boolean {
    if (!this.isSampled || this.until !== undefined) return false
    this.#children += 1
    if (this.#children > mostChildren) this.omitted += 1
    return this.#children <= mostChildren
  }

  /** Counts statements that ran within it. @param milliseconds of all of them */
  noteStatements(count: number, milliseconds: number): void {
    this.#statements += count
    this.#databaseTime += milliseconds
  }

  /** Counts the statements of a part of it, which has ended. */
  addStatementsOf(part: Span): void {
    this.noteStatements(part.#statements, part.#databaseTime)
  }

  /** Adds facts. Values of users, queries and headers don't belong here. */
  set(attributes: SpanAttributes): void {
    if (!this.isSampled || this.until !== undefined) return
    const known = (this.attributes ??= {})
    for (const name in attributes) {
      const value = attributes[name]
      if (value !== undefined) known[name] = typeof value === 'string' ? value.slice(0, longestText) : value
    }
  }

  /** Marks it as failed. @param type a class of errors, of few different values */
  fail(type: string): void {
    this.hasFailed = true
    this.set({ 'error.type': type })
  }

  /** Ends it, once; later calls change nothing. */
  end(): void {
    if (this.until !== undefined) return
    if (this.omitted > 0) this.set({ 'host.omitted_spans': this.omitted })
    if (this.#statements > 0) {
      this.set({ 'host.db.statements': this.#statements, 'host.db.milliseconds': this.#databaseTime })
    }
    this.until = performance.now()
    if (this.isSampled) this.#sink.add(this)
  }

  /** Ends it without a record. */
  drop(): void {
    this.until ??= performance.now()
  }
}
