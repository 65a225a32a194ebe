import type { JobStatus } from '@host/plugin'
import type { JobEntry } from '@host/plugin/platform'
import { instanceOrgId } from '../request/instance-org-id.ts'
import { shownState, type StoredState } from './states.ts'

/** Columns read to show a job; never its input. */
export const shownColumns =
  'id, org_id, plugin, kind, state, at, attempt, attempts, progress, note, error, fault, started_by, created_at, finished_at'

/** A row with these columns. */
export interface ShownRow {
  readonly id: string
  readonly org_id: string
  readonly plugin: string
  readonly kind: string
  readonly state: StoredState
  readonly at: number
  readonly attempt: number
  readonly attempts: number
  readonly progress: number | null
  readonly note: string | null
  readonly error: string | null
  readonly fault: string | null
  readonly started_by: string | null
  readonly created_at: number
  readonly finished_at: number | null
}

/** A job as the page shows it that started it. */
export function statusOf(row: ShownRow): JobStatus {
  const { id, plugin, kind, state, progress, note, error } = row
  return Object.freeze<JobStatus>({
    id,
    plugin,
    name: kind,
    state: shownState(state),
    progress: state === 'done' ? 1 : progress,
    note,
    error,
    startedBy: row.started_by,
    createdAt: timeOf(row.created_at),
    finishedAt: row.finished_at === null ? null : timeOf(row.finished_at),
  })
}

/** A job as the console lists it. */
export function entryOf(row: ShownRow): JobEntry {
  const { org_id: orgId, attempt, attempts, fault } = row
  const isEnded = row.finished_at !== null
  return Object.freeze<JobEntry>({
    ...statusOf(row),
    orgId: orgId === instanceOrgId ? null : orgId,
    attempt,
    attempts,
    dueAt: timeOf(isEnded ? row.created_at : row.at),
    fault,
  })
}

/** ISO 8601. @param milliseconds since 1970 */
export function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
