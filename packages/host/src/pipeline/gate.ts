import type { MaybePromise } from '@host/plugin'
import { Problem } from '@host/plugin'
import type { CallerMemory } from '../request/caller-memory.ts'
import type { Middleware } from '../request/request-state.ts'
import { andThen } from '../request/and-then.ts'

/** Whether a workspace has a feature switched on; at once when the workspace is in memory. */
export interface FeatureSource {
  /** @param memory of a caller who works in that workspace */
  isEnabled(orgId: string, feature: string, memory?: CallerMemory): MaybePromise<boolean>
}

/** 404 before the handler when the feature is off in the caller's workspace. Anonymous clients have no workspace. */
export function gateMiddleware(features: FeatureSource, feature: string, next: Middleware): Middleware {
  return (state) => {
    const { caller } = state
    if (caller?.orgId === undefined) return next(state)
    return andThen(features.isEnabled(caller.orgId, feature, caller.memory), (isEnabled) => {
      if (!isEnabled) throw new Problem('feature_disabled')
      return next(state)
    })
  }
}
