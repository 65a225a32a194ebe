import { Problem, type Queries } from '@host/plugin'
import type { SupportAccess, SupportRights, SupportTarget } from '@host/plugin/platform'
import { iso } from '../../support/time.ts'
import type { HostTables } from '../models.ts'
import { lockedByOwner } from '../workspaces/locked-by-owner.ts'
import { refuseErasing } from '../workspaces/member-rules.ts'
import { aboutSupport, recordSupport, type SupportParts } from './support-parts.ts'
import { readSupport } from './support-store.ts'

/** What an owner grants. */
export interface GrantedSupport {
  readonly minutes: number
  readonly rights: SupportRights
}

/** @throws as `SupportAccessService.grant` */
export async function grantSupport(
  parts: SupportParts,
  target: SupportTarget,
  { minutes, rights }: GrantedSupport,
): Promise<SupportAccess> {
  const { db, recorder } = parts
  const { orgId, actorId, accessId } = target
  return await db.transaction(async (tx) => {
    const requested = await openRequest(parts, tx, target)
    if (!(Number.isInteger(minutes) && minutes >= 15 && minutes <= requested.minutes)) throw isLonger()
    const now = parts.clock()
    const until = iso(now + minutes * 60_000)
    await tx
      .updateTable('support_accesses')
      .set({ decided_by: actorId, decided_at: iso(now), minutes, rights, ends_at: until })
      .where('id', '=', accessId)
      .execute()
    const change = { kind: 'support.granted', actorId, ...aboutSupport(requested), minutes, rights, until } as const
    await recordSupport(recorder, change)
    return await readSupport(tx, { orgId, accessId }, now)
  })
}

/** @throws as `SupportAccessService.decline` */
export async function declineSupport(parts: SupportParts, target: SupportTarget): Promise<SupportAccess> {
  const { db, recorder } = parts
  const { orgId, actorId, accessId } = target
  return await db.transaction(async (tx) => {
    const requested = await openRequest(parts, tx, target)
    const now = parts.clock()
    await tx
      .updateTable('support_accesses')
      .set({ decided_by: actorId, decided_at: iso(now) })
      .where('id', '=', accessId)
      .execute()
    await recordSupport(recorder, { kind: 'support.declined', actorId, ...aboutSupport(requested) })
    return await readSupport(tx, { orgId, accessId }, now)
  })
}

/** An open request, in a workspace that is locked for its owner. @throws Problem `not_found`, `forbidden`, `conflict` */
async function openRequest(
  { clock }: SupportParts,
  tx: Queries<HostTables>,
  { orgId, actorId, accessId }: SupportTarget,
): Promise<SupportAccess> {
  refuseErasing(await lockedByOwner(tx, { orgId, actorId }))
  const access = await readSupport(tx, { orgId, accessId }, clock())
  if (access.state !== 'requested') throw isDecided()
  return access
}

function isDecided(): Problem {
  return new Problem('conflict', {
    detail: { en: 'This request has ended.', zh: '此申请已不再有效。' },
    nextStep: { en: 'Reload the page.', zh: '请重新加载页面。' },
  })
}

function isLonger(): Problem {
  return new Problem('conflict', {
    detail: { en: 'The duration is longer than requested.', zh: '时长超过了申请的时长。' },
    nextStep: { en: 'Choose the requested duration or a shorter one.', zh: '请选择不超过申请时长的时间。' },
  })
}
