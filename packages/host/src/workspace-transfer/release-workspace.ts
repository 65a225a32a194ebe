import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import type { HostDatabase } from '../identity/index.ts'
import { lockWorkspace } from '../identity/workspaces/lock-workspace.ts'
import { suspensionOf } from '../identity/workspaces/suspend-workspace.ts'
import { TransferError } from './transfer-error.ts'

/** Options of a release. */
export interface ReleaseOptions {
  readonly db: HostDatabase
  readonly recorder: ChangeRecorder
  /** The id or slug. */
  readonly workspace: string
}

/**
 * Releases an imported or cloned workspace: people work in it, and its jobs run.
 * @returns the id @throws TransferError for one that is not held
 */
export async function releaseWorkspace({ db, recorder, workspace }: ReleaseOptions): Promise<string> {
  return await db.transaction(async (tx) => {
    const row = await tx
      .selectFrom('workspaces')
      .select(['id', 'held_at', 'suspended_at', 'suspension_reason'])
      .where((where) => where.or([where('id', '=', workspace), where('slug', '=', workspace)]))
      .executeTakeFirst()
    if (row === undefined) throw new TransferError(`No workspace has the slug or id ${JSON.stringify(workspace)}.`)
    if (row.held_at === null || !(await lockWorkspace(tx, row.id))) {
      throw new TransferError(`The workspace "${workspace}" is not held.`)
    }
    await tx
      .updateTable('workspaces')
      .set({ held_at: null, suspended_at: null, suspension_reason: null })
      .where('id', '=', row.id)
      .execute()
    const change = {
      kind: 'workspace.resumed',
      workspaceId: row.id,
      before: suspensionOf(row),
      after: undefined,
    } as const
    for (const log of [row.id, undefined]) await recorder.record({ ...change, orgId: log })
    return row.id
  })
}
