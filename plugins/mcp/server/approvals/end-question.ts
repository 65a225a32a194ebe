import type { ScopedDatabase } from '@host/plugin'
import type { ApprovalState } from '../../shared/approvals.ts'
import { approvalOutcome, type Ending } from './approval-notices.ts'
import type { ApprovalParts } from './approval-parts.ts'
import type { AllTables } from './models.ts'

/** A call that nobody decides any more. */
export interface OpenQuestion {
  readonly id: string
  readonly org_id: string
  readonly tool: string
  readonly state: ApprovalState
}

/**
 * Ends a question that nobody has decided: the row, and what stands in the notices in place of the buttons, or neither.
 * Who was quicker to decide is not undone.
 */
export async function endQuestion(
  { ctx, clock, tell }: ApprovalParts,
  db: ScopedDatabase<AllTables>,
  { row, ending }: { readonly row: OpenQuestion; readonly ending: Ending },
): Promise<void> {
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
    if (ended !== undefined) await ctx.notify(approvalOutcome({ orgId, id }, ending))
    return ended !== undefined
  })
  if (!hasEnded) return
  await ctx.audit.record({
    orgId,
    actor: { kind: 'host' },
    action: `approval.${state}`,
    target: `approval:${id}`,
    after: { tool, ...(state === 'withdrawn' && { cause: ending }) },
  })
  tell(orgId)
}
