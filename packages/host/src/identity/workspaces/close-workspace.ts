/**
 * The end of a workspace, in steps that can be undone except for the last one.
 *
 *   open --close--> closed (no work in it; its owners see it) --restore--> open
 *                   closed --7 days, see erasure/eraser.ts--> erased
 */
import { Problem } from '@host/plugin'
import type { OwnWorkspace, WorkspaceActor } from '@host/plugin/platform'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { ChangeOf } from '../../domain-changes/domain-change.ts'
import type { HostDatabase } from '../models.ts'
import { iso } from '../../support/time.ts'
import { endAllSupport } from '../support/end-support.ts'
import { lockedByOwner } from './locked-by-owner.ts'
import { refuseErasing } from './member-rules.ts'
import { admitOwner, type MostOwned } from './owned-workspaces.ts'
import { readOwnWorkspace } from './workspace-store.ts'

/** How long a closed workspace can be restored, in milliseconds. */
export const grace = 7 * 86_400_000

interface CloseParts {
  readonly db: HostDatabase
  readonly recorder: ChangeRecorder
  readonly clock: () => number
}

interface RestoreParts extends CloseParts {
  readonly mostOwned: MostOwned
}

/** @throws Problem `not_found`, `forbidden`, `conflict`, `invalid_input` for a confirmation that is neither slug nor name */
export async function closeWorkspace(
  { db, recorder, clock }: CloseParts,
  { orgId, actorId }: WorkspaceActor,
  confirmation: string,
): Promise<void> {
  await db.transaction(async (queries) => {
    const workspace = await lockedByOwner(queries, { orgId, actorId })
    refuseErasing(workspace)
    if (![workspace.slug, workspace.name].includes(confirmation)) throw notConfirmed()
    const now = clock()
    const eraseAt = iso(now + grace)
    await queries
      .updateTable('workspaces')
      .set({ erase_at: eraseAt, erase_asked_by: actorId, erase_failed_at: null })
      .where('id', '=', orgId)
      .execute()
    await endAllSupport(queries, recorder, { of: { orgId }, actorId, how: 'closed', now })
    await record(recorder, { kind: 'workspace.closed', actorId, ...named(workspace), eraseAt })
  })
}

/**
 * @throws Problem `not_found`, `forbidden`, `conflict` for a workspace that is not closed and for an owner who owns as
 * many as one person may, `gone` once it is too late
 */
export async function restoreWorkspace(
  { db, recorder, clock, ...parts }: RestoreParts,
  { orgId, actorId }: WorkspaceActor,
): Promise<OwnWorkspace> {
  const mostOwned = await parts.mostOwned()
  return await db.transaction(async (queries) => {
    const workspace = await lockedByOwner(queries, { orgId, actorId })
    const { eraseAt } = workspace
    if (eraseAt === null) throw notClosed()
    if (eraseAt <= iso(clock())) throw tooLate()
    await admitOwner(queries, { userId: actorId, actorId, mostOwned })
    await queries
      .updateTable('workspaces')
      .set({ erase_at: null, erase_asked_by: null })
      .where('id', '=', orgId)
      .execute()
    await record(recorder, { kind: 'workspace.restored', actorId, ...named(workspace), eraseAt: null })
    return await readOwnWorkspace(queries, actorId, orgId)
  })
}

function named({ id: workspaceId, slug, name }: OwnWorkspace) {
  return { workspaceId, slug, name }
}

type Closing = Omit<ChangeOf<'workspace.closed'>, 'orgId'> | Omit<ChangeOf<'workspace.restored'>, 'orgId'>

/** In the log of the workspace, and in that of the instance, which outlives it. */
async function record(recorder: ChangeRecorder, closing: Closing): Promise<void> {
  for (const orgId of [closing.workspaceId, undefined]) await recorder.record({ ...closing, orgId })
}

function notConfirmed(): Problem {
  return new Problem('invalid_input', {
    errors: [
      {
        path: 'confirmation',
        message: {
          en: "Type the workspace's name or slug exactly.",
          zh: '请准确输入工作区的名称或短名称。',
        },
      },
    ],
  })
}

function notClosed(): Problem {
  return new Problem('conflict', {
    detail: { en: "This workspace isn't scheduled for deletion.", zh: '此工作区并未被要求删除。' },
  })
}

function tooLate(): Problem {
  return new Problem('gone', {
    detail: { en: 'The 7 days to restore this workspace have passed.', zh: '恢复此工作区的 7 天期限已过。' },
    nextStep: { en: 'Create a new workspace.', zh: '请新建一个工作区。' },
  })
}
