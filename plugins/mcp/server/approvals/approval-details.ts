import type { ApprovalDetails } from '../../shared/approvals.ts'
import type { ApprovalParts } from './approval-parts.ts'
import { approvalOf, type selectApproval } from './approval-rows.ts'
import type { KeptAnswer } from './kept-answer.ts'
import { readArguments } from './asked-call.ts'
import { openStates } from './still-open.ts'
import { openText } from './sealed-texts.ts'

/** An approval with what is sealed of it. */
export async function approvalDetails(
  parts: ApprovalParts,
  row: Awaited<ReturnType<typeof selectApproval>>,
): Promise<ApprovalDetails> {
  const of = { orgId: row.org_id, seal: row.seal }
  const approval = approvalOf(parts, row)
  // Whatever has ended shows no arguments, even where they are yet to be erased.
  const input = openStates.includes(approval.state) ? await readArguments(parts, { ...row, ...of }) : null
  const answer = row.answer === null ? null : await openText(parts.ctx, of, { field: 'answer', text: row.answer })
  return {
    ...approval,
    input: parts.api.shownInput(row.pattern, input) as Record<string, unknown> | null,
    answer: answer === null ? null : (JSON.parse(answer) as KeptAnswer),
  }
}
