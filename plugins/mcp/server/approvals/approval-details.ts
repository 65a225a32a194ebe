import type { ApprovalDetails } from '../../shared/approvals.ts'
import type { ApprovalParts } from './approval-parts.ts'
import { approvalOf, type selectApproval } from './approval-rows.ts'
import type { KeptAnswer } from './kept-answer.ts'
import { openText } from './sealed-texts.ts'

/** An approval with what is sealed of it. */
export async function approvalDetails(
  parts: ApprovalParts,
  row: Awaited<ReturnType<typeof selectApproval>>,
): Promise<ApprovalDetails> {
  const of = { orgId: row.org_id, seal: row.seal }
  const input = await openText(parts.ctx, of, { field: 'input', text: row.input })
  const answer = row.answer === null ? null : await openText(parts.ctx, of, { field: 'answer', text: row.answer })
  return {
    ...approvalOf(parts, row),
    input: JSON.parse(input) as Record<string, unknown>,
    answer: answer === null ? null : (JSON.parse(answer) as KeptAnswer),
  }
}
