import { MemberScope, type MemberCaller, type ScopeTools } from '../../request/request-scope.ts'
import { callSignal } from '../../http/call-signal.ts'
import type { RequestState } from '../../request/request-state.ts'
import type { AnyTables } from '../host-parts.ts'

/** The caller, with the request. */
export interface HookCall {
  readonly state: RequestState
  readonly caller: MemberCaller
}

/** The scope in which a plugin is asked for its part of an answer that another plugin gives. */
export class HookScope extends MemberScope<AnyTables> {
  readonly #request: Request
  readonly #stopping: AbortSignal
  readonly #given = new AbortController()
  #own: AbortSignal | undefined

  constructor({ state, caller }: HookCall, tools: ScopeTools) {
    super(state, tools, caller)
    this.#request = state.request
    this.#stopping = tools.stopping
  }

  /**
   * Aborts when the hook's answer is no longer needed; created in the execution context of the plugin, and aborts
   * there.
   */
  override get signal(): AbortSignal {
    return (this.#own ??= AbortSignal.any([callSignal(this.#request, this.#stopping), this.#given.signal]))
  }

  /** Signals to a hook that its time is over. */
  static giveUp(scope: HookScope, reason: unknown): void {
    scope.#given.abort(reason)
  }
}
