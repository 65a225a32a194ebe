import { AuditLog, type AuditRecord } from '@host/plugin/platform'
import type { Host } from '../../src/host.ts'

/** The entries of a workspace, or of the instance, the oldest first. */
export async function entriesOf(host: Host, orgId: string | undefined): Promise<readonly AuditRecord[]> {
  const log = host.lookup(AuditLog)
  if (log === undefined) throw new Error('Every host has an audit log.')
  const { items } = await log.list(orgId, { limit: 200 })
  return items.toReversed()
}
