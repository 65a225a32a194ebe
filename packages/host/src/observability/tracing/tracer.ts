/**
 * The traces of a host: spans of its requests and jobs, and of their statements, outbound requests and emails.
 *
 *   a request or a job --sampled?--> span with an execution context --end--> queue --batch--> collector
 *                          '--no--> no record; ids when the log, or work that it starts, asks for them
 *
 * A host without a collector has no tracer: its requests then cost a comparison with undefined.
 */
import { Problem, type TracingService } from '@host/plugin'
import type { ExecutionContexts } from '../containment/execution-contexts.ts'
import { RandomHex } from '../../support/random-hex.ts'
import { Span, type NewSpan, type SpanKind, type SpanSink } from '../../support/trace/span.ts'
import { readTraceParent, readTraceState, type TraceContext } from '../../support/trace/trace-context.ts'
import { pluginTracing } from './plugin-tracing.ts'
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

/** How a tracer finds the span of the running code. */
type Contexts = Pick<ExecutionContexts, 'current' | 'span' | 'runPart'>

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
  #contexts: Contexts | undefined

  constructor(options: TracerOptions) {
    this.#options = options
  }

  /** Finds the span of the running code by its execution context from now on. */
  follow(contexts: Contexts): void {
    this.#contexts = contexts
  }

  /** The spans of a plugin's own. */
  serviceOf(plugin: string): TracingService {
    return pluginTracing(this, plugin)
  }

  /** The span of the running code; undefined outside of requests and jobs. */
  get current(): Span | undefined {
    return this.#contexts?.span
  }

  /** The span of the running code, where it is recorded. Makes none. */
  get recorded(): Span | undefined {
    const context = this.#contexts?.current()
    if (context === undefined || context.unrecorded !== undefined) return undefined
    const span = this.#contexts?.span
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

  /**
   * Does a part of the running request or job as a span of its own, below which the spans of that part are. No other part
   * may run at the same time.
   */
  within<Result>(name: string, kind: SpanKind, work: () => Result): Result {
    const context = this.#contexts?.current()
    const outer = this.recorded
    const span = outer && this.child(name, kind)
    if (context === undefined || outer === undefined || span === undefined) return work()
    context.span = span
    const end = (): void => {
      span.end()
      outer.addStatementsOf(span)
      if (context.span === span) context.span = outer
    }
    return settled(work, { end, fail: (error) => span.fail(errorType(error)) })
  }

  /** The same beside other parts. @param work gets no span where there are too many */
  beside<Result>(name: string, work: (span: Span | undefined) => Result): Result {
    const outer = this.recorded
    const span = outer && this.child(name, 'internal')
    if (this.#contexts === undefined || outer === undefined || span === undefined) return work(undefined)
    const end = (): void => {
      span.end()
      outer.addStatementsOf(span)
    }
    const part = (): Result => work(span)
    return this.#contexts.runPart(span, () => settled(part, { end, fail: (error) => span.fail(errorType(error)) }))
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

/** The class of an error: its code, where it has one that is of a known list. */
function errorType(error: unknown): string {
  return error instanceof Problem ? error.code : 'exception'
}

/** Does work, and says how it ended: at once where it returns no promise, and before its caller continues otherwise. */
function settled<Result>(work: () => Result, { end, fail }: { end(): void; fail(error: unknown): void }): Result {
  const failed = (error: unknown): void => {
    fail(error)
    end()
  }
  let result: Result
  try {
    result = work()
  } catch (error) {
    failed(error)
    throw error
  }
  if (result instanceof Promise) void result.then(end, failed)
  else end()
  return result
}
