import { serviceToken } from '../service.ts'

/** The contents of a workspace's plan. */
export interface EntitlementsService {
  hasTier(orgId: string, tier: string): Promise<boolean>
  /** How much is left of a quota; `undefined` when the plan sets none. */
  remaining(orgId: string, quota: string): Promise<number | undefined>
}

/**
 * The contents of a workspace's plan.
 *
 * Audience: authors.
 */
export const Entitlements = serviceToken<EntitlementsService>('core.entitlements')
