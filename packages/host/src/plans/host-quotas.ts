/**
 * Quotas of the host's own records, in one table: a plan sets a limit up to `most`, which also holds without a plan. The
 * budgets by person (workspaces that one person owns, waiting invitations) are not of a workspace, so no plan sets them.
 */
import { planLimit, type Entitlements, type PlanLimit, type QuotaDefinition } from '@host/plugin'
import type { Registry } from '../context/registry.ts'

/** A quota of records of the host. */
export type HostQuota = Readonly<Pick<QuotaDefinition, 'name' | 'title' | 'most'>>

export const membersQuota: HostQuota = Object.freeze({
  name: 'members',
  title: { en: 'Members', zh: '成员' },
  most: 50_000,
})

/** Reads how many members the plan of a workspace allows. */
export type MemberLimit = (orgId: string) => Promise<PlanLimit>

/** Reads the limit of members from the provider of plans, where one is in the build. */
export function memberLimitOf(registry: Pick<Registry, 'lookup'>): MemberLimit {
  const ctx = { lookup: (token: typeof Entitlements) => registry.lookup('host', token) } as Parameters<
    typeof planLimit
  >[0]
  return async (orgId) => await planLimit(ctx, orgId, membersQuota)
}
