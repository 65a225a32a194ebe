import { Problem } from '@host/plugin'
import { auditRetention, type AuditLogService } from '@host/plugin/platform'
import { stateOf } from '../request/request-state.ts'
import type { AuditChains } from './audit-chains.ts'
import type { AuditTrail } from './audit-trail.ts'
import type { EntryReader } from './entry-reader.ts'
import { instanceOrgId } from '../request/instance-org-id.ts'
import { describeEntry } from './scoped-audit.ts'

/** Options of the service. */
export interface AuditLogOptions {
  readonly trail: AuditTrail
  readonly reader: EntryReader
  readonly chains: AuditChains
}

/** Makes the service `AuditLog`. */
export function auditLogService({ trail, reader, chains }: AuditLogOptions): AuditLogService {
  return Object.freeze<AuditLogService>({
    record: (entry) => trail.record(entry),
    describe: (request, details) => describeEntry(stateOf(request), details),
    list: (orgId = instanceOrgId, options) => reader.page(orgId, options),
    read: async (orgId = instanceOrgId, id) => {
      const entry = await reader.one(orgId, id)
      if (entry === undefined) throw new Problem('not_found')
      return entry
    },
    count: (orgId = instanceOrgId, filter, most) => reader.count(orgId, filter, most),
    countBetween: (orgId = instanceOrgId, moments, most) => {
      if (moments.length < 2 || moments.length > mostMoments) throw new RangeError(`Provide 2 to ${mostMoments} times.`)
      return reader.countBetween(orgId, moments, most)
    },
    retention: async (orgId = instanceOrgId) => (await chains.retentionDays(orgId)) ?? auditRetention.usual,
    setRetention: async (orgId = instanceOrgId, days) => {
      if (!Number.isSafeInteger(days) || days < auditRetention.least || days > auditRetention.most) {
        throw new Problem('invalid_input', { errors: [{ path: 'days', message: allowedDays }] })
      }
      await chains.setRetentionDays(orgId, days)
    },
  })
}

/** A year of days, and where the last one ends. */
const mostMoments = 367

const allowedDays = {
  en: `Keep entries for ${auditRetention.least} to ${auditRetention.most} days.`,
  zh: `请将条目保留 ${auditRetention.least} 至 ${auditRetention.most} 天。`,
}
