/**
 * The plugin and request that code runs for.
 *
 * Every call into a plugin happens inside an execution context, and work it starts (a timer, a late promise, an
 * emitter) keeps that context. So an uncaught fault is attributed to its plugin, and a line of a plugin's log to its
 * request.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller } from '../../request/caller.ts'
import type { CarriedSupport } from '../../request/carried-support.ts'
import type { Span } from '../../support/trace/span.ts'
import { Heartbeat } from '../../support/stalls/heartbeat.ts'

/** The plugin whose code runs, with its request, if any. The state of a request is one. */
export interface ExecutionContext {
  readonly plugin: string
  readonly requestId?: string | undefined
  readonly caller?: Caller | undefined
  /** The workspace that a job or a hook is about; that of the caller unless stated. */
  readonly orgId?: string | undefined
  /** The job that runs, if one does. */
  readonly job?: RunningJob | undefined
  /** The support access that led to that job; the caller has that of a request. */
  readonly support?: CarriedSupport | undefined
  /** The innermost span of that request or job; undefined in a host that records no traces. */
  span?: Span | undefined
  /** Set where that span is not recorded and may not exist yet: reading `span` then makes it. */
  readonly unrecorded?: (() => Span) | undefined
}

/** A job as the code that it runs is judged by. */
export interface RunningJob {
  /** Name of the kind. */
  readonly name: string
  /** Whether it may send requests and mail to other servers. */
  readonly usesNetwork: boolean
}

/** The contexts of one host. */
export class ExecutionContexts {
  /** Knows which plugin was entered last, in memory that a watch can read. */
  readonly heartbeat: Heartbeat
  readonly #storage = new AsyncLocalStorage<ExecutionContext>()
  /** Parts of the work of a frame. A frame of other work that begins within has no part in them. */
  readonly #parts = new AsyncLocalStorage<{ readonly frame: ExecutionContext; readonly span: Span }>()

  /** @param plugins every name that can be entered */
  constructor(plugins: readonly string[]) {
    this.heartbeat = new Heartbeat(['host', ...plugins])
  }

  /** The frame of the running code; undefined in the host's own. */
  current(): ExecutionContext | undefined {
    return this.#storage.getStore()
  }

  /** The innermost span of the running code: that of its part, or else of its frame. Makes one that may not exist yet. */
  get span(): Span | undefined {
    const frame = this.current()
    const part = this.#parts.getStore()
    return part !== undefined && part.frame === frame ? part.span : frame?.span
  }

  /** Runs a part of the work of the current frame in a span of its own; several may run at once. */
  runPart<Result>(span: Span, work: () => Result): Result {
    const frame = this.current()
    return frame === undefined ? work() : this.#parts.run({ frame, span }, work)
  }

  run<Argument, Result>(frame: ExecutionContext, work: (argument: Argument) => Result, argument: Argument): Result {
    this.heartbeat.enter(frame.plugin)
    return this.#storage.run(frame, work, argument)
  }

  /**
   * Calls into a plugin outside any route; a request that is being answered stays known.
   * @param about the workspace that the call is about, where it is not that of the caller
   */
  enter<Result>(plugin: string, work: () => Result, about?: string): Result {
    const outer = this.current()
    this.heartbeat.enter(plugin)
    const orgId = about ?? outer?.orgId
    const { requestId, caller, job, support } = outer ?? {}
    return this.#storage.run({ plugin, requestId, caller, orgId, job, support, span: this.span }, work)
  }
}
