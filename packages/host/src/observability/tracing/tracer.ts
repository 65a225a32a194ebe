/**
 * The traces of a host: spans of its requests and jobs, and of their statements, outbound requests and emails.
 *
 *   a request or a job --sampled?--> span with an execution context --end--> queue --batch--> collector
 *                          '--no--> no record; ids when the log, or work that it starts, asks for them
 *
 * A host without a collector has no tracer: its requests then cost a comparison with undefined.
 */
import type { MaybePromise } from '@host/plugin'
import type { ExecutionContext } from '../containment/execution-contexts.ts'
import { RandomHex } from '../../support/random-hex.ts'
import { Span, type NewSpan, type SpanKind, type SpanSink } from '../../support/trace/span.ts'
import { readTraceParent, readTraceState, type TraceContext } from '../../support/trace/trace-context.ts'
import { chanceOf, digitsOf, isSampled, type Sampling } from './sampling.ts'
import { readStoredPlace, writeStoredPlace } from './stored-place.ts'

/** Options of a tracer. */
export interface TracerOptions {
  readonly sampling: Sampling
  readonly sink: SpanSink
}

/** The headers of a request that name its place in a trace. */
export interface TraceHeaders {
  readonly parent: string | null | undefined
  readonly state: string | null | undefined
  /** The chance of a trace that begins here; drawn unless stated. */
  readonly chance?: number | undefined
}

/** Digits of ids; the others of a trace id are those of its chance. */
const traceDigits = 20
const spanDigits = 16
/** The most jobs in a row of one trace, and the longest delay of one, in milliseconds. */
const mostHops = 8
const longestDelay = 600_000

export class Tracer {
  readonly #options: TracerOptions
  readonly #random = new RandomHex()
  readonly #newSpanId = (): string => this.#random.next(spanDigits)
  #current: () => ExecutionContext | undefined = () => undefined

  constructor(options: TracerOptions) {
    this.#options = options
  }

  /** Finds the span of the running code by its execution context from now on. */
  follow(contexts: { current(): ExecutionContext | undefined }): void {
    this.#current = () => contexts.current()
  }

  /** The span of the running code; undefined outside of requests and jobs. */
  get current(): Span | undefined {
    return this.#current()?.span
  }

  /** The span of the running code, where it is recorded. Makes none. */
  get recorded(): Span | undefined {
    const context = this.#current()
    if (context === undefined || context.unrecorded !== undefined) return undefined
    const { span } = context
    return span?.isSampled === true ? span : undefined
  }

  /** Whether a trace that begins here is recorded. @param chance a fraction below 1 */
  records(chance: number): boolean {
    return isSampled(this.#options.sampling, chance)
  }

  /** The span of a request that is not recorded: ids for the log, and for the work that it starts. */
  unrecorded(): Span {
    const { ratio } = this.#options.sampling
    return this.#root('', { kind: 'server', chance: ratio + Math.random() * (1 - ratio) })
  }

  /**
   * The place of the running code as text, to be stored with work that it adds; undefined outside of any trace.
   * @param delay milliseconds before that work may begin
   */
  stored(delay: number): string | undefined {
    const span = this.current
    return span && writeStoredPlace(span, delay > longestDelay ? mostHops : span.hops + 1)
  }

  /**
   * Begins the span of a request. A trusted caller is followed: its trace, and its decision to record it. Any other could
   * mix its requests into the traces of others, or make the host record everything, so it is only linked.
   */
  openRequest(name: string, { parent: text, state, chance }: TraceHeaders, isTrusted: boolean): Span {
    const caller = readTraceParent(text)
    if (caller === undefined || !isTrusted) return this.#root(name, { kind: 'server', link: caller, chance })
    const parent = {
      ...caller,
      isSampled: isSampled(this.#options.sampling, chanceOf(caller.traceId), caller),
      traceState: readTraceState(state),
    }
    return this.#below(parent, { name, kind: 'server', isParentRemote: true })
  }

  /**
   * Begins the span of work that was stored: in the trace that it was stored in, unless it waited for long or many jobs
   * lead to it. Jobs that add jobs would never end a trace; such work begins one, with a link.
   */
  openStored(name: string, stored: string | null): Span {
    const place = readStoredPlace(stored)
    if (place === undefined || place.hops >= mostHops) return this.#root(name, { kind: 'consumer', link: place })
    return this.#below(place, { name, kind: 'consumer', isParentRemote: true, hops: place.hops })
  }

  /** Begins a span below that of the running code; undefined where nothing is recorded. */
  child(name: string, kind: SpanKind): Span | undefined {
    const parent = this.recorded
    if (parent === undefined || !parent.takesChild()) return undefined
    return this.#below(parent, { name, kind, isParentRemote: false, hops: parent.hops })
  }

  /**
   * Begins the span of a call inside of the build, which has an execution context of its own. It counts as a child, and is
   * not recorded where there are too many.
   */
  openInternal(name: string): Span {
    const parent = this.current
    if (parent === undefined) return this.#root(name, { kind: 'internal' })
    const { traceId, spanId, traceState, hops } = parent
    const above = { traceId, spanId, traceState, isSampled: parent.takesChild() }
    return this.#below(above, { name, kind: 'internal', isParentRemote: false, hops })
  }

  /** Does a part of the running request or job as a span of its own, below which the spans of that part are. */
  within<Result>(name: string, kind: SpanKind, work: () => MaybePromise<Result>): MaybePromise<Result> {
    const context = this.#current()
    const outer = this.recorded
    const span = outer && this.child(name, kind)
    if (context === undefined || outer === undefined || span === undefined) return work()
    context.span = span
    const end = (): void => {
      span.end()
      outer.addStatementsOf(span)
      if (context.span === span) context.span = outer
    }
    return settled(work, { end, fail: () => span.fail('exception') })
  }

  #root(name: string, { kind, link, chance = Math.random() }: Root): Span {
    return new Span({
      name,
      kind,
      traceId: () => this.#random.next(traceDigits).slice(1) + digitsOf(chance),
      spanId: this.#newSpanId,
      isSampled: isSampled(this.#options.sampling, chance),
      parentId: undefined,
      isParentRemote: false,
      link,
      sink: this.#options.sink,
    })
  }

  #below(parent: TraceContext, span: Pick<NewSpan, 'name' | 'kind' | 'isParentRemote' | 'hops'>): Span {
    const { traceId, isSampled: sampled, traceState } = parent
    return new Span({
      ...span,
      traceId,
      spanId: this.#newSpanId,
      isSampled: sampled,
      parentId: parent.spanId,
      traceState,
      sink: this.#options.sink,
    })
  }
}

/** The first span of a trace. */
interface Root {
  readonly kind: SpanKind
  readonly link?: TraceContext | undefined
  readonly chance?: number | undefined
}

/** Does work, and says how it ended: at once where it returns no promise. */
function settled<Result>(
  work: () => MaybePromise<Result>,
  { end, fail }: { end(): void; fail(): void },
): MaybePromise<Result> {
  const failed = (error: unknown): never => {
    fail()
    end()
    throw error
  }
  let result: MaybePromise<Result>
  try {
    result = work()
  } catch (error) {
    return failed(error)
  }
  if (!(result instanceof Promise)) {
    end()
    return result
  }
  return result.then((value) => {
    end()
    return value
  }, failed)
}
