import { hasRole, Problem, type Queries } from '@host/plugin'
import type { SupportAccess, SupportTarget, WorkspaceActor } from '@host/plugin/platform'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { SupportEnd } from '../../domain-changes/support-changes.ts'
import { iso } from '../../support/time.ts'
import type { HostTables } from '../models.ts'
import { lockWorkspace } from '../workspaces/lock-workspace.ts'
import { roleIn } from '../workspaces/role-in.ts'
import { aboutSupport, recordSupport, type SupportParts } from './support-parts.ts'
import { isOpenSupport } from './support-state.ts'
import { lastSupportOf, readSupport } from './support-store.ts'

/** An owner or admin of the workspace, or the admin who uses it, ends access. @throws as `SupportAccessService.end` */
export async function endSupport(parts: SupportParts, target: SupportTarget): Promise<SupportAccess> {
  const { orgId, actorId, accessId } = target
  const access = await parts.db.transaction(async (tx) => {
    await lockWorkspace(tx, orgId)
    const granted = await readSupport(tx, { orgId, accessId }, parts.clock())
    const isOwn = granted.admin.id === actorId
    if (!isOwn && !hasRole(await roleIn(tx, orgId, actorId), 'admin')) throw new Problem('forbidden')
    if (granted.state !== 'granted' && granted.state !== 'active') throw isOver()
    return await closeAccess(parts, tx, { access: granted, actorId })
  })
  await parts.live.forget({ orgId })
  return access
}

/** The admin withdraws the request, or ends the access. @throws as `SupportAccessService.leave` */
export async function leaveSupport(parts: SupportParts, { orgId, actorId }: WorkspaceActor): Promise<SupportAccess> {
  const access = await parts.db.transaction(async (tx) => {
    await lockWorkspace(tx, orgId)
    const last = await lastSupportOf(tx, { orgId, actorId }, parts.clock())
    if (last === undefined || !isOpenSupport(last.state)) throw new Problem('not_found')
    return await closeAccess(parts, tx, { access: last, actorId })
  })
  await parts.live.forget({ orgId })
  return access
}

interface Closing {
  readonly access: SupportAccess
  readonly actorId: string
}

async function closeAccess(
  { recorder, clock }: SupportParts,
  tx: Queries<HostTables>,
  { access, actorId }: Closing,
): Promise<SupportAccess> {
  const { id, orgId, state, decidedBy } = access
  const now = clock()
  const ended = await tx
    .updateTable('support_accesses')
    .set({ ended_at: iso(now), ended_by: actorId })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (ended === undefined) throw isOver()
  const about = { actorId, ...aboutSupport(access) }
  await recordSupport(
    recorder,
    state === 'requested'
      ? { kind: 'support.withdrawn', ...about }
      : { kind: 'support.ended', ...about, grantedBy: decidedBy?.id ?? null, how: 'ended' },
  )
  return await readSupport(tx, { orgId, accessId: id }, now)
}

/** The end of all requests and access: of a workspace, of an instance admin, or of one admin in one workspace. */
export interface SupportEnding {
  readonly of:
    | { readonly orgId: string; readonly userId?: string }
    | { readonly orgId?: never; readonly userId: string }
  /** Undefined for the operator, who has no account. */
  readonly actorId: string | undefined
  readonly how: SupportEnd
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Ends all that is open, as part of the transaction; the caller then forgets the workspace, or the admin. */
export async function endAllSupport(
  tx: Queries<HostTables>,
  recorder: ChangeRecorder,
  { of: { orgId, userId }, actorId, how, now }: SupportEnding,
): Promise<void> {
  const open = tx
    .updateTable('support_accesses')
    .set({ ended_at: iso(now), ended_by: actorId ?? null })
    .where('ended_at', 'is', null)
    .$if(orgId !== undefined, (update) => update.where('org_id', '=', orgId ?? ''))
    .$if(userId !== undefined, (update) => update.where('user_id', '=', userId ?? ''))
    .returning(['id', 'org_id as orgId', 'user_id', 'decided_by as grantedBy'])
  const requested = await open.where('decided_at', 'is', null).where('expires_at', '>', iso(now)).execute()
  const granted = await open.where('ends_at', '>', iso(now)).execute()
  for (const { user_id: id, ...row } of requested) {
    await recordSupport(recorder, {
      kind: 'support.withdrawn',
      actorId,
      ...aboutSupport({ ...row, admin: { id, name: null } }),
    })
  }
  for (const { user_id: id, grantedBy, ...row } of granted) {
    const about = aboutSupport({ ...row, admin: { id, name: null } })
    await recordSupport(recorder, { kind: 'support.ended', actorId, ...about, grantedBy, how })
  }
}

function isOver(): Problem {
  return new Problem('conflict', {
    detail: { en: 'This access is over.', zh: '此访问已结束。' },
    nextStep: { en: 'Reload the page.', zh: '请重新加载页面。' },
  })
}
