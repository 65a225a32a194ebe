import { Problem, type JobOutcome, type WorkspaceJobScope } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { refreshZoneOf } from './refresh-zone.ts'
import { ensureWatch } from '../watches/schedule-watch.ts'
import { noteProblem } from './note-problem.ts'
import { refreshDelay } from './schedule-refresh.ts'

/** Milliseconds until a zone is read whose workspace has too many calls at once. */
const busyDelay = 60_000

type Scope = WorkspaceJobScope<Tables>

/** The job of a zone: reads it, and comes again. It ends with its zone. */
export async function refreshDue(
  parts: Parts,
  scope: Scope,
  { zoneId }: { readonly zoneId: string },
): Promise<JobOutcome | void> {
  const own = scope.db.selectFrom('domains_zones').select('check_job').where('id', '=', zoneId)
  if ((await own.executeTakeFirst())?.check_job !== scope.jobId) return
  try {
    const count = await refreshZoneOf(parts, scope, zoneId)
    await ensureWatch(parts, scope, zoneId)
    if (count > 0) parts.live.changed(scope.orgId, ['/api/x/domains/zones'])
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await noteProblem(scope.db, zoneId, error)
    if (error.code === 'too_many_requests') return scope.again(busyDelay)
  }
  return scope.again(refreshDelay)
}
