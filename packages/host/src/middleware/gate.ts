import type { MaybePromise } from '@host/plugin'
import { Problem } from '@host/plugin'
import type { Room } from './request-state.ts'
import { andThen } from './and-then.ts'

/** Whether a workspace has a feature switched on; at once when the workspace is in memory. */
export interface FeatureSource {
  isEnabled(orgId: string, feature: string): MaybePromise<boolean>
}

/** 404 before the handler when the caller's workspace has switched the feature off. Strangers have no workspace. */
export function gateRoom(features: FeatureSource, feature: string, next: Room): Room {
  return (state) => {
    const orgId = state.caller?.orgId
    if (orgId === undefined) return next(state)
    return andThen(features.isEnabled(orgId, feature), (isEnabled) => {
      if (!isEnabled) throw new Problem('feature_disabled')
      return next(state)
    })
  }
}
