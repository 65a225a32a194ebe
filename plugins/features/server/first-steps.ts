import { Features, hasRole, type ChecklistItem, type PluginContext, type WorkspaceScope } from '@host/plugin'
import { i18n } from './i18n.ts'

/** Where there is something to switch, an admin begins with choosing. */
export async function firstSteps(
  { orgId, role, language }: Pick<WorkspaceScope, 'orgId' | 'role' | 'language'>,
  ctx: Pick<PluginContext, 'lookup'>,
): Promise<readonly ChecklistItem[]> {
  if (!hasRole(role, 'admin')) return []
  const switchable = ((await ctx.lookup(Features)?.list(orgId)) ?? []).filter(({ core }) => !core)
  if (switchable.length === 0) return []
  const title = i18n[language]?.['step.choose'] ?? ''
  return [{ id: 'choose', title, path: '/features', done: switchable.some(({ enabled }) => enabled) }]
}
