import { Problem } from '@host/plugin'
import type { SupportAccess, WorkspaceActor } from '@host/plugin/platform'
import { iso } from '../../support/time.ts'
import { lockWorkspace } from '../workspaces/lock-workspace.ts'
import { roleIn } from '../workspaces/role-in.ts'
import { aboutSupport, recordSupport, type SupportParts } from './support-parts.ts'
import { isOpenSupport } from './support-state.ts'
import { lastSupportOf, readSupport, requireOpenWorkspace } from './support-store.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** How long a request can be granted, in milliseconds. */
const requestLife = 7 * day
/** Shortest and longest access, in minutes. */
const [fewestMinutes, mostMinutes] = [15, 7 * 24 * 60]
/** How long a request stays in the history of its workspace, in milliseconds. */
const historyLife = 365 * day
/** Requests of one admin for one workspace on one day. */
const mostDaily = 5

/** A request of an instance admin. */
export interface SupportRequest extends WorkspaceActor {
  readonly reason: string
  readonly minutes: number
}

/** Bounded by one open request, and by a number on one day. @throws as `SupportAccessService.request` */
export async function requestSupport(
  { db, recorder, clock }: SupportParts,
  { orgId, actorId, reason, minutes }: SupportRequest,
): Promise<SupportAccess> {
  const isWithin = minutes >= fewestMinutes && minutes <= mostMinutes
  if (!Number.isInteger(minutes) || !isWithin) throw new RangeError('minutes')
  return await db.transaction(async (tx) => {
    await lockWorkspace(tx, orgId)
    const now = clock()
    await requireOpenWorkspace(tx, orgId)
    if ((await roleIn(tx, orgId, actorId)) !== undefined) throw isMember()
    const last = await lastSupportOf(tx, { orgId, actorId }, now)
    if (last !== undefined && isOpenSupport(last.state)) throw isRequested()
    await tx
      .deleteFrom('support_accesses')
      .where('org_id', '=', orgId)
      .where('requested_at', '<=', iso(now - historyLife))
      .execute()
    const { lately } = await tx
      .selectFrom('support_accesses')
      .select(({ fn }) => fn.countAll<number>().as('lately'))
      .where('org_id', '=', orgId)
      .where('user_id', '=', actorId)
      .where('requested_at', '>', iso(now - day))
      .executeTakeFirstOrThrow()
    if (lately >= mostDaily) throw requestsTooOften()
    const { id } = await tx
      .insertInto('support_accesses')
      .values({
        org_id: orgId,
        user_id: actorId,
        reason,
        minutes,
        requested_at: iso(now),
        expires_at: iso(now + requestLife),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const requested = await readSupport(tx, { orgId, accessId: id }, now)
    await recordSupport(recorder, { kind: 'support.requested', actorId, ...aboutSupport(requested), reason, minutes })
    return requested
  })
}

function isMember(): Problem {
  return new Problem('conflict', {
    detail: { en: 'You are a member of this workspace.', zh: '您已是此工作区的成员。' },
    nextStep: { en: 'Open it from the workspace menu.', zh: '请从工作区菜单打开。' },
  })
}

function isRequested(): Problem {
  return new Problem('conflict', {
    detail: { en: 'You already have an open request for this workspace.', zh: '您对此工作区已有一项未结束的申请。' },
    nextStep: { en: 'Wait for an owner, or withdraw the request.', zh: '请等待所有者处理，或撤回申请。' },
  })
}

function requestsTooOften(): Problem {
  return new Problem('conflict', {
    detail: {
      en: 'The limit of requests for this workspace today is reached.',
      zh: '您今天对此工作区的申请次数过多。',
    },
    nextStep: { en: 'Try again tomorrow.', zh: '请明天再试。' },
  })
}
