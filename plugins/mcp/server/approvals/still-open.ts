import type { Queries } from '@host/plugin'
import type { ApprovalState } from '../../shared/approvals.ts'
import type { AllTables } from './models.ts'

/** States of calls that have not ended. */
export const openStates: readonly ApprovalState[] = ['pending', 'approved', 'running']

/** Whether anything waits or runs, in any workspace. */
export async function isAnyOpen(db: Pick<Queries<AllTables>, 'selectFrom'>): Promise<boolean> {
  const row = await db
    .selectFrom('mcp_approvals')
    .select('id')
    .where('state', 'in', openStates)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
