import { runJob, sweepJob } from './approval-jobs.ts'
import type { ApprovalParts } from './approval-parts.ts'
import { sweepApprovals } from './expire-approvals.ts'
import type { Tables } from './models.ts'
import { runApproval } from './run-approval.ts'

/** Says how the jobs of approvals are done. */
export function handleApprovalJobs(parts: ApprovalParts): void {
  const { jobs } = parts
  jobs.handle<typeof runJob.input, 'workspace', Tables>(runJob, (scope, input) => runApproval(parts, scope, input))
  jobs.handle<typeof sweepJob.input, 'instance', Tables>(sweepJob, (scope) => sweepApprovals(parts, scope))
  jobs.schedule(sweepJob, '23 * * * *', { input: {} })
}
