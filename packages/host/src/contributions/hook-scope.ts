import { MemberScope, type MemberCaller, type ScopeTools } from '../context/request-scope.ts'
import { callSignal } from '../http/call-signal.ts'
import type { RequestState } from '../middleware/request-state.ts'

/** Who asks, by which request. */
export interface HookCall {
  readonly state: RequestState
  readonly caller: MemberCaller
}

/** The scope in which a plugin is asked for its part of an answer that another plugin gives. */
export class HookScope extends MemberScope {
  readonly #request: Request
  readonly #stopping: AbortSignal
  readonly #given = new AbortController()
  #own: AbortSignal | undefined

  constructor({ state, caller }: HookCall, tools: ScopeTools) {
    super(state, tools, caller)
    this.#request = state.request
    this.#stopping = tools.stopping
  }

  /** Aborts when no one waits for the hook any more; made in the frame of the plugin, and aborting there. */
  override get signal(): AbortSignal {
    return (this.#own ??= AbortSignal.any([callSignal(this.#request, this.#stopping), this.#given.signal]))
  }

  /** Tells a hook that it took too long. */
  static giveUp(scope: HookScope, reason: unknown): void {
    scope.#given.abort(reason)
  }
}
