import { Problem } from '@host/plugin'
import type { SupportAccess } from '@host/plugin/platform'
import type { Caller } from '../../request/caller.ts'
import { iso } from '../../support/time.ts'
import { lockWorkspace } from '../workspaces/lock-workspace.ts'
import { aboutSupport, recordSupport, type SupportParts } from './support-parts.ts'
import { lastSupportOf, readSupport, requireOpenWorkspace } from './support-store.ts'

/**
 * Binds granted access to the sign-in of the caller.
 * @throws as `SupportAccessService.start`
 */
export async function startSupport(
  { db, recorder, clock, live }: SupportParts,
  { userId, sessionId, tokenId }: Pick<Caller, 'userId' | 'sessionId' | 'tokenId'>,
  orgId: string,
): Promise<SupportAccess> {
  if (tokenId !== undefined) throw new Problem('session_required')
  const access = await db.transaction(async (tx) => {
    await lockWorkspace(tx, orgId)
    await requireOpenWorkspace(tx, orgId)
    const now = clock()
    const last = await lastSupportOf(tx, { orgId, actorId: userId }, now)
    if (last?.state !== 'granted' && last?.state !== 'active') throw new Problem('not_found')
    const started = await tx
      .updateTable('support_accesses')
      .set({ session_id: sessionId, started_at: iso(now) })
      .where('id', '=', last.id)
      .where('session_id', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (started === undefined) {
      const own = tx.selectFrom('support_accesses').select('id').where('id', '=', last.id)
      if ((await own.where('session_id', '=', sessionId).executeTakeFirst()) === undefined) throw isElsewhere()
      return last
    }
    const grantedBy = last.decidedBy?.id ?? null
    await recordSupport(recorder, { kind: 'support.started', actorId: userId, ...aboutSupport(last), grantedBy })
    return await readSupport(tx, { orgId, accessId: last.id }, now)
  })
  await live.forget({ sessionId })
  return access
}

function isElsewhere(): Problem {
  return new Problem('conflict', {
    detail: { en: 'Another of your sessions uses this support access.', zh: '您的另一个会话正在使用此支持访问。' },
    nextStep: { en: 'Continue there, or end the access.', zh: '请在该会话中继续，或结束访问。' },
  })
}
