import type { ApprovalDetails, ApprovalSubject } from '../../shared/approvals.ts'
import type { ApprovalParts } from './approval-parts.ts'
import { approvalOf, type ApprovalView, type selectApproval } from './approval-rows.ts'
import { subjectOf } from './approval-subject.ts'
import type { StoredAnswer } from './stored-answer.ts'
import { readArguments } from './asked-call.ts'
import { openStates } from './still-open.ts'
import { openText } from './sealed-texts.ts'

type Row = Awaited<ReturnType<typeof selectApproval>>

/** An approval with its unsealed fields. Names of records are only for readers of all calls: admins with a session. */
export async function approvalDetails(parts: ApprovalParts, row: Row, view: ApprovalView): Promise<ApprovalDetails> {
  const of = { orgId: row.org_id, seal: row.seal }
  const input = await shownArguments(parts, row)
  const answer = row.answer === null ? null : await openText(parts.ctx, of, { field: 'answer', text: row.answer })
  const seesNames = input !== null && view.tokenId === undefined && view.userId === undefined
  return {
    ...approvalOf(parts, row),
    input,
    answer: answer === null ? null : (JSON.parse(answer) as StoredAnswer),
    subject: seesNames ? await subjectOf(parts, { ...of, pattern: row.pattern, input }) : null,
  }
}

/** The records that a call affects; none once its arguments are erased. */
export async function approvalSubject(parts: ApprovalParts, row: Row): Promise<ApprovalSubject> {
  return await subjectOf(parts, { orgId: row.org_id, pattern: row.pattern, input: await shownArguments(parts, row) })
}

/** The arguments with secrets masked. A call that has ended shows none, even where they are yet to be erased. */
async function shownArguments(parts: ApprovalParts, row: Row): Promise<Record<string, unknown> | null> {
  if (!openStates.includes(approvalOf(parts, row).state)) return null
  const input = await readArguments(parts, { ...row, orgId: row.org_id })
  return parts.api.shownInput(row.pattern, input) as Record<string, unknown> | null
}
