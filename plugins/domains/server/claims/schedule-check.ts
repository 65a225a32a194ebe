import type { Queries } from '@host/plugin'
import { momentAfter } from '../checks/check-schedule.ts'
import { checkJob } from '../job-kinds.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

/** The next check of a domain, in that many milliseconds. */
export interface PlannedCheck {
  readonly orgId: string
  readonly id: string
  readonly delay: number
}

/** Gives a domain a job that checks it, in place of the one that waits. Inside the transaction of the change. */
export async function scheduleCheck(
  { jobs, clock }: Pick<Parts, 'jobs' | 'clock'>,
  tx: Queries<Tables>,
  { orgId, id, delay }: PlannedCheck,
): Promise<void> {
  const job = await jobs.enqueue(orgId, checkJob, { domainId: id }, { delay })
  const set = { check_job: job, next_check_at: momentAfter(clock(), delay) }
  await tx.updateTable('domains_domains').set(set).where('id', '=', id).execute()
}
