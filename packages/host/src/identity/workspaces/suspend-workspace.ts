/**
 * A suspended workspace is read-only for everyone who works in it: its guard lets reads pass and refuses all else.
 * Public pages, received email and background work go on, so nothing that others sent is lost.
 */
import { Problem, type Queries } from '@host/plugin'
import type { WorkspaceSuspension } from '@host/plugin/platform'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { HostDatabase, HostTables } from '../models.ts'
import type { LiveSessions } from '../sessions/live-sessions.ts'
import { iso } from '../../support/time.ts'
import { lockWorkspace } from './lock-workspace.ts'

interface SuspendParts {
  readonly db: HostDatabase
  readonly recorder: ChangeRecorder
  readonly live: Pick<LiveSessions, 'forget'>
  readonly clock: () => number
}

/** A decision of an instance admin. */
export interface Suspending {
  readonly orgId: string
  readonly actorId: string
  /** Null lifts the suspension. */
  readonly reason: string | null
}

/**
 * Suspends a workspace, changes the reason, or lifts the suspension: on every process before it resolves.
 * @throws Problem `not_found`
 */
export async function suspendWorkspace(
  { db, recorder, live, clock }: SuspendParts,
  { orgId, actorId, reason }: Suspending,
): Promise<WorkspaceSuspension | undefined> {
  const suspension = await db.transaction(async (tx) => {
    if (!(await lockWorkspace(tx, orgId))) throw new Problem('not_found')
    const before = await readSuspension(tx, orgId)
    if (before?.reason === (reason ?? undefined)) return before
    const after = reason === null ? undefined : { reason, since: before?.since ?? iso(clock()) }
    await tx
      .updateTable('workspaces')
      .set({
        suspended_at: after?.since ?? null,
        suspension_reason: after?.reason ?? null,
        ...(after === undefined && { held_at: null }),
      })
      .where('id', '=', orgId)
      .execute()
    const kind = after === undefined ? 'workspace.resumed' : 'workspace.suspended'
    for (const log of [orgId, undefined]) {
      await recorder.record({ kind, orgId: log, actorId, workspaceId: orgId, before, after })
    }
    return after
  })
  await live.forget({ orgId })
  return suspension
}

/** The suspension of a workspace, from its row. */
export function suspensionOf(row: {
  readonly suspended_at: string | null
  readonly suspension_reason: string | null
}): WorkspaceSuspension | undefined {
  const { suspended_at: since, suspension_reason: reason } = row
  return since === null ? undefined : { since, reason: reason ?? '' }
}

/** @throws Problem `workspace_suspended` */
export async function refuseSuspended(db: Queries<HostTables>, orgId: string): Promise<void> {
  const suspension = await readSuspension(db, orgId)
  if (suspension !== undefined) throw workspaceSuspended(suspension.reason)
}

/** The refusal of a change, with the reason for people and programs. */
export function workspaceSuspended(reason: string): Problem {
  return new Problem('workspace_suspended', { detail: { en: reason, zh: reason }, facts: { reason } })
}

async function readSuspension(db: Queries<HostTables>, orgId: string): Promise<WorkspaceSuspension | undefined> {
  const rows = db.selectFrom('workspaces').select(['suspended_at', 'suspension_reason']).where('id', '=', orgId)
  const row = await rows.executeTakeFirst()
  return row && suspensionOf(row)
}
