import { WorkspacePolicy } from '@host/plugin/platform'
import type { PersonBudget } from '../../shared.ts'
import type { Parts } from '../parts.ts'

/** Budgets by person, which stand beside the bounds of quotas. Empty where no plugin of the build has the settings. */
export async function peopleOf({ ctx }: Pick<Parts, 'ctx'>): Promise<PersonBudget[]> {
  const most = await ctx.lookup(WorkspacePolicy)?.mostOwned()
  if (most === undefined) return []
  return [{ name: 'workspaces', title: { en: 'Workspaces that a person owns', zh: '每人拥有的工作区' }, most }]
}
