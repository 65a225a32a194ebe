/**
 * Quotas of the host's own records, in one table: a plan sets a limit up to `most`, which also holds without a plan. The
 * budgets by person (workspaces that one person owns, waiting invitations) are not of a workspace, so no plan sets them.
 */
import { Entitlements, planLimit, type PlanLimit, type QuotaDefinition, type ServiceToken } from '@host/plugin'
import { quotaExceeded, tierRequired } from '@host/plugin/platform'
import type { StorageLimit } from '../blobs/stored-bytes.ts'

/** Finds a service of the build. */
interface ServiceLookup {
  lookup<Service>(consumer: string, token: ServiceToken<Service>): Service | undefined
}

/** A quota of records of the host. */
export type HostQuota = Readonly<Pick<QuotaDefinition, 'name' | 'title' | 'most' | 'unit'>>

export const membersQuota: HostQuota = Object.freeze({
  name: 'members',
  title: { en: 'Members', zh: '成员' },
  most: 50_000,
})

/** Bytes of the blobs of a workspace: uploads, emails with their attachments, pictures. */
export const storageQuota: HostQuota = Object.freeze({
  name: 'stored-bytes',
  title: { en: 'Stored files', zh: '文件存储' },
  most: 10_000_000_000_000,
  unit: 'bytes',
})

/** Reads how many members the plan of a workspace allows. */
export type MemberLimit = (orgId: string) => Promise<PlanLimit>

/** Reads the limit of members from the provider of plans, where one is in the build. */
export function memberLimitOf(registry: ServiceLookup): MemberLimit {
  const ctx = { lookup: (token: typeof Entitlements) => registry.lookup('host', token) } as Parameters<
    typeof planLimit
  >[0]
  return async (orgId) => await planLimit(ctx, orgId, membersQuota)
}

/** Reads how many bytes the plan of a workspace allows, together with the reason: a transaction can't ask for it. */
export function storageLimitOf(registry: ServiceLookup): (orgId: string) => Promise<StorageLimit> {
  return async (orgId) => {
    const plans = registry.lookup('host', Entitlements)
    const limit = await plans?.limitOf(orgId, storageQuota.name)
    const most = Math.min(limit ?? storageQuota.most, storageQuota.most)
    const reason = limit === undefined ? undefined : await plans?.explain(orgId, storageQuota.name)
    return Object.freeze<StorageLimit>({
      most,
      refuse: (used) =>
        most === 0 ? tierRequired(storageQuota, reason) : quotaExceeded(storageQuota, { most, used }, reason),
    })
  }
}
