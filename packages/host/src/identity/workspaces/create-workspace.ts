import { Problem, type Queries } from '@host/plugin'
import type { Workspace } from '@host/plugin/platform'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { HostTables } from '../models.ts'
import { lockAccount } from '../sign-in/lock-account.ts'
import { insertWorkspace, type NewWorkspace } from './workspace-store.ts'

/**
 * Makes a workspace and its owner, with its entry, inside a transaction.
 * @throws Problem `conflict` when the slug is taken, `not_found` when the owner's account is gone
 */
export async function createWorkspace(
  db: Queries<HostTables>,
  input: NewWorkspace,
  recorder: ChangeRecorder,
): Promise<Workspace> {
  if (!(await lockAccount(db, input.ownerId))) throw new Problem('not_found')
  const workspace = await insertWorkspace(db, input)
  const { id, name, slug } = workspace
  await recorder.record({ kind: 'workspace.created', orgId: id, actorId: input.ownerId, name, slug })
  return workspace
}
