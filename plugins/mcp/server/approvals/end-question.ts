import type { ScopedDatabase } from '@host/plugin'
import type { ApprovalState } from '../../shared/approvals.ts'
import { approvalOutcome, type Ending } from './approval-notifications.ts'
import type { ApprovalParts } from './approval-parts.ts'
import { eraseArguments } from './erase-arguments.ts'
import type { AllTables } from './models.ts'

/** A call that can no longer be decided. */
export interface OpenQuestion {
  readonly id: string
  readonly org_id: string
  readonly tool: string
  readonly state: ApprovalState
}

/**
 * Ends an undecided call: both its row and the text that replaces the buttons in notifications, or neither. A
 * concurrent decision is not undone.
 */
export async function endQuestion(
  parts: ApprovalParts,
  db: ScopedDatabase<AllTables>,
  { row, ending }: { readonly row: OpenQuestion; readonly ending: Ending },
): Promise<void> {
  const { ctx, clock, notifyPages } = parts
  const { id, org_id: orgId, tool } = row
  const state = ending === 'expired' ? 'expired' : 'withdrawn'
  const hasEnded = await db.transaction(async (tx) => {
    const ended = await tx
      .updateTable('mcp_approvals')
      .set({ state, slot: null, decided_at: new Date(clock()).toISOString() })
      .where('id', '=', id)
      .where('state', '=', row.state)
      .returning('id')
      .executeTakeFirst()
    if (ended === undefined) return false
    await eraseArguments(parts, tx, { orgId, id })
    await ctx.notify(approvalOutcome({ orgId, id }, ending))
    return true
  })
  if (!hasEnded) return
  await ctx.audit.record({
    orgId,
    actor: { kind: 'host' },
    action: `approval.${state}`,
    target: `approval:${id}`,
    after: { tool, ...(state === 'withdrawn' && { cause: ending }) },
  })
  notifyPages(orgId)
}
