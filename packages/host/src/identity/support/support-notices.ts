import { hasRole, type Queries } from '@host/plugin'
import type { SupportNotice } from '@host/plugin/platform'
import type { Caller } from '../../request/caller.ts'
import type { HostTables } from '../models.ts'
import { presentSupport } from './support-store.ts'

/** Support access of a workspace, as its owners and admins and the instance admin who uses it see it on every page. */
export async function supportNotices(
  db: Queries<HostTables>,
  { role, support }: Pick<Caller, 'role' | 'support'>,
  { orgId, now }: { readonly orgId: string; readonly now: number },
): Promise<SupportNotice[]> {
  if (!hasRole(role, 'admin')) return []
  const present = await presentSupport(db, { orgId, accessId: support?.id }, now)
  return present.map(({ id, name, rights, until }) => ({
    id,
    name,
    until: until ?? '',
    isReadOnly: rights !== 'admin',
    isOwn: id === support?.id,
  }))
}
