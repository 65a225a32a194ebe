import { checkDue } from './claims/check-due.ts'
import { aliasJob, checkJob, notifyJob, refreshJob, resumeJob, watchJob } from './job-kinds.ts'
import type { Tables } from './models.ts'
import type { Parts } from './parts.ts'
import { followAliases } from './served/follow-aliases.ts'
import { notifyDue } from './served/notify-due.ts'
import { leaveInterrupted } from './unattended/leave-interrupted.ts'
import { resumeWatches } from './watches/resume-watches.ts'
import { watchDue } from './watches/watch-due.ts'
import { refreshDue } from './zones/refresh-due.ts'
import { resumeRefreshes } from './zones/resume-refreshes.ts'

/** The background work of the plugin. */
export function mountJobs(parts: Parts): void {
  leaveInterrupted(parts)
  const { jobs, serving } = parts
  jobs.handle<typeof refreshJob.input, 'workspace', Tables>(refreshJob, (scope, input) =>
    refreshDue(parts, scope, input),
  )
  jobs.handle<typeof checkJob.input, 'workspace', Tables>(checkJob, (scope, input) => checkDue(parts, scope, input))
  jobs.handle<typeof watchJob.input, 'workspace', Tables>(watchJob, (scope, input) => watchDue(parts, scope, input))
  jobs.handle<typeof notifyJob.input, 'instance', Tables>(notifyJob, (scope, input) => notifyDue(parts, scope, input))
  jobs.handle<typeof resumeJob.input, 'instance', Tables>(resumeJob, async (scope) => {
    await resumeWatches(parts, scope)
    await resumeRefreshes(parts, scope)
  })
  jobs.handle<typeof aliasJob.input, 'instance', Tables>(aliasJob, (scope) => followAliases(parts, scope))
  jobs.schedule(resumeJob, '*/20 * * * *', { input: {} })
  if (serving !== undefined) jobs.schedule(aliasJob, '* * * * *', { input: {} })
}
