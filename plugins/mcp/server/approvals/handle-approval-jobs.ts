import { runJob, sweepJob, watchJob, watchSoon } from './approval-jobs.ts'
import type { ApprovalParts } from './approval-parts.ts'
import { endLost } from './end-lost.ts'
import { expireOld } from './expire-approvals.ts'
import { eraseEnded } from './erase-arguments.ts'
import { removeOld } from './remove-old.ts'
import { runApproval } from './run-approval.ts'
import { isAnyOpen } from './still-open.ts'
import { withdrawEndedTokens, withdrawSwitchedOff } from './withdraw-approvals.ts'

/** Says how the jobs of approvals are done. */
export function handleApprovalJobs(parts: ApprovalParts): void {
  const { jobs } = parts
  jobs.handle(runJob, (scope, input) => runApproval(parts, scope, input))
  jobs.handle(watchJob, async (scope) => {
    await expireOld(parts, scope)
    await withdrawSwitchedOff(parts, scope)
    await endLost(parts, scope)
    if (await isAnyOpen(scope.db)) await watchSoon(jobs)
  })
  jobs.handle(sweepJob, async (scope) => {
    await expireOld(parts, scope)
    await withdrawSwitchedOff(parts, scope)
    await withdrawEndedTokens(parts, scope)
    await endLost(parts, scope)
    await eraseEnded(parts, scope)
    await removeOld(parts, scope)
    if (await isAnyOpen(scope.db)) await watchSoon(jobs)
  })
  jobs.schedule(sweepJob, '23 * * * *', { input: {} })
}
