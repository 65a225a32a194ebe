import { hasRole, type ChecklistItem, type PluginContext, type WorkspaceScope } from '@host/plugin'
import { Workspaces } from '@host/plugin/platform'
import { i18n } from './i18n.ts'

type Person = Pick<WorkspaceScope, 'orgId' | 'userId' | 'role' | 'language'>

/** First steps of an admin: name and color of the workspace, and invitations. */
export async function firstSteps(
  { orgId, userId, role, language }: Person,
  ctx: Pick<PluginContext, 'lookup'>,
): Promise<readonly ChecklistItem[]> {
  const workspaces = ctx.lookup(Workspaces)
  if (workspaces === undefined || !hasRole(role, 'admin')) return []
  const [{ accent }, members] = await Promise.all([
    workspaces.read(userId, orgId),
    workspaces.members(orgId, { limit: 2 }),
  ])
  const title = (step: string): string => i18n[language]?.[`step.${step}`] ?? step
  return [
    { id: 'look', title: title('look'), path: '/settings/workspace', done: accent !== null },
    { id: 'colleague', title: title('colleague'), path: '/members', done: members.items.length > 1 },
  ]
}
