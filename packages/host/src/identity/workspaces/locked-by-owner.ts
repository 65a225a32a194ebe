import { Problem, type Queries } from '@host/plugin'
import type { OwnWorkspace, WorkspaceActor } from '@host/plugin/platform'
import type { HostTables } from '../models.ts'
import { lockWorkspace } from './lock-workspace.ts'
import { readOwnWorkspace } from './workspace-store.ts'

/** Holds a workspace for one of its owners. @throws Problem `not_found`, `forbidden` */
export async function lockedByOwner(
  db: Queries<HostTables>,
  { orgId, actorId }: WorkspaceActor,
): Promise<OwnWorkspace> {
  await lockWorkspace(db, orgId)
  const workspace = await readOwnWorkspace(db, actorId, orgId)
  if (workspace.role !== 'owner') throw new Problem('forbidden')
  return workspace
}
