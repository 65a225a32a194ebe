import {
  Problem,
  type ChangePart,
  type ChangeStep,
  type ChangeWarning,
  type TargetState,
  type WorkspaceContext,
} from '@host/plugin'
import { NotInTime, within } from '../support/within.ts'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import type { Faults } from '../observability/containment/faults.ts'
import type { ScopeTools } from '../request/request-scope.ts'
import type { ChangeKinds, DependentFinder } from './change-kinds.ts'
import { changeLimits } from './change-limits.ts'
import type { StoredDependent } from './models.ts'

/** Dependencies of calls into plugins. */
export interface PluginCallsOptions {
  readonly kinds: ChangeKinds
  readonly contexts: Pick<ExecutionContexts, 'enter'>
  readonly faults: Pick<Faults, 'report'>
  toolsOf(plugin: string): ScopeTools
}

/** A target as a part names it. */
export interface PartTarget {
  readonly plugin: string
  readonly kind: string
  readonly target: string
}

/** A part of a plan, or of a revert. */
export type JudgedPart = ChangePart & { readonly isRevert: boolean }

/** Calls handlers and finders: in the context of their plugin, with its tables, and for a limited time. */
export class PluginCalls {
  readonly #options: PluginCallsOptions

  constructor(options: PluginCallsOptions) {
    this.#options = options
  }

  async read(orgId: string, part: PartTarget, keys?: readonly string[]): Promise<TargetState> {
    const { handler } = this.#options.kinds.ofPart(part)
    const { title, values } = await this.#call({ ...part, orgId, limit: changeLimits.call }, (scope) =>
      handler.read(scope, part.target, keys),
    )
    return { title: title.slice(0, changeLimits.title).toWellFormed(), values }
  }

  /** The values that the history of a target explains. */
  async recorded(orgId: string, part: PartTarget): Promise<TargetState> {
    const { handler } = this.#options.kinds.ofPart(part)
    return await this.#call({ ...part, orgId, limit: changeLimits.call }, (scope) =>
      handler.recorded === undefined
        ? handler.read(scope, part.target, undefined)
        : handler.recorded(scope, part.target),
    )
  }

  async write(orgId: string, part: PartTarget, { step, signal }: Write): Promise<void> {
    const { handler } = this.#options.kinds.ofPart(part)
    await this.#call({ ...part, orgId, limit: changeLimits.call, signal }, (scope) =>
      handler.write(scope, part.target, step),
    )
  }

  async judge(orgId: string, part: JudgedPart, state: TargetState): Promise<readonly ChangeWarning[]> {
    const { handler } = this.#options.kinds.ofPart(part)
    if (handler.judge === undefined) return []
    return await this.#call({ ...part, orgId, limit: changeLimits.judge }, async (scope) =>
      handler.judge === undefined ? [] : await handler.judge(scope, part, state),
    )
  }

  async settled(orgId: string, part: ChangePart): Promise<void> {
    const { handler } = this.#options.kinds.ofPart(part)
    await this.#call({ ...part, orgId, limit: changeLimits.call }, async (scope) => {
      await handler.settled?.(scope, part)
    })
  }

  async dependents(
    orgId: string,
    { plugin, find }: DependentFinder,
    parts: readonly ChangePart[],
  ): Promise<readonly StoredDependent[]> {
    const found = await this.#call({ plugin, orgId, limit: changeLimits.finder }, (scope) => find(scope, parts))
    return found.map(({ examples, ...each }) => ({ ...each, examples: examples.slice(0, 5), plugin }))
  }

  /** @throws Problem as the plugin throws it; `internal` for any other error, which is reported as a fault */
  async #call<Result>(
    { plugin, orgId, limit, signal: given }: Call,
    work: (scope: WorkspaceContext) => Promise<Result>,
  ): Promise<Result> {
    const { contexts, faults, toolsOf } = this.#options
    const tools = toolsOf(plugin)
    const ended = new AbortController()
    const signals = [tools.stopping, ended.signal, ...(given === undefined ? [] : [given])]
    const { log, now } = tools
    const db = tools.database(orgId)
    const signal = AbortSignal.any(signals)
    const scope = Object.freeze<WorkspaceContext>({ orgId, db, log, signal, language: 'en', now })
    try {
      return await within(
        limit,
        contexts.enter(plugin, async () => await work(scope), orgId),
      )
    } catch (error) {
      if (error instanceof Problem) throw error
      if (signal.aborted) throw new Problem('service_unavailable', { cause: error })
      faults.report({ plugin, kind: 'hook', error })
      throw new Problem(error instanceof NotInTime ? 'timeout' : 'internal', { cause: error })
    } finally {
      ended.abort()
    }
  }
}

interface Write {
  readonly step: ChangeStep
  /** Of the job that applies it. */
  readonly signal: AbortSignal
}

interface Call {
  readonly plugin: string
  readonly orgId: string
  /** Milliseconds. */
  readonly limit: number
  readonly signal?: AbortSignal
}
