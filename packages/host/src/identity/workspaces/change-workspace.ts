import { hasRole, Problem, type OwnWorkspace, type WorkspaceActor, type WorkspaceChanges } from '@host/plugin'
import type { IdentityAudit } from '../identity-audit.ts'
import type { HostDatabase } from '../models.ts'
import { updateWorkspace, type WorkspaceStore } from './workspace-store.ts'

interface ChangeParts {
  readonly db: HostDatabase
  readonly audit: IdentityAudit
  readonly workspaces: WorkspaceStore
}

/**
 * Changes name and accent of a workspace; the audit log gets an entry of each that is another afterwards.
 * @throws Problem `not_found`, `forbidden`, `invalid_input`
 */
export async function changeWorkspace(
  { db, audit, workspaces }: ChangeParts,
  { orgId, actorId }: WorkspaceActor,
  changes: WorkspaceChanges,
): Promise<OwnWorkspace> {
  const before = await workspaces.readOwn(actorId, orgId)
  if (!hasRole(before.role, 'admin')) throw new Problem('forbidden')
  const { name = before.name, accent = before.accent } = changes
  const after = { name, accent: accent === null ? null : colourOf(accent) }
  await db.transaction(async (queries) => {
    await updateWorkspace(queries, orgId, after)
    const entry = { orgId, actorId, target: `workspace:${orgId}` }
    if (after.name !== before.name) {
      await audit.record({
        ...entry,
        action: 'workspace.renamed',
        before: { name: before.name },
        after: { name: after.name },
      })
    }
    if (after.accent !== before.accent) {
      await audit.record({
        ...entry,
        action: 'workspace.recoloured',
        before: { accent: before.accent },
        after: { accent: after.accent },
      })
    }
  })
  return workspaces.readOwn(actorId, orgId)
}

function colourOf(text: string): string {
  if (/^#[0-9a-f]{6}$/i.test(text)) return text.toLowerCase()
  throw new Problem('invalid_input', {
    errors: [
      {
        path: 'accent',
        message: {
          en: 'Write the colour as # and six digits or letters from a to f.',
          zh: '请将颜色写成 # 加六位数字或字母 a 至 f。',
        },
      },
    ],
  })
}
