import { serviceToken } from '../service.ts'

/** The contents of a workspace's plan. */
export interface EntitlementsService {
  hasTier(orgId: string, tier: string): Promise<boolean>
  /**
   * How much is left of a quota; `undefined` when the plan sets none. A caller answers `quota_exceeded` where it is too little.
   * @throws Problem `tier_required` where the plan doesn't include what the quota is about
   */
  remaining(orgId: string, quota: string): Promise<number | undefined>
}

/**
 * The contents of a workspace's plan.
 *
 * Audience: authors.
 */
export const Entitlements = serviceToken<EntitlementsService>('core.entitlements')
