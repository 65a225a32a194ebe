/**
 * Every ten minutes: expires plans, resumes changesets whose job was lost, and removes the ones that are over. A clock set
 * forward by mistake would remove all of them at once, so nothing is removed until it has run evenly for an hour.
 */
import { defineJob, type JobsService, type JobState } from '@host/plugin'
import * as z from 'zod/mini'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import { ClockDriftGuard } from '../support/clock-drift-guard.ts'
import { iso } from '../support/time.ts'
import { changeLimits } from './change-limits.ts'
import { changesetFacts } from './changeset-facts.ts'
import type { ChangesetReader } from './changeset-reader.ts'
import type { ChangesetDatabase } from './models.ts'
import type { RunEnds } from './run-ends.ts'
import type { RunStore } from './run-store.ts'

const maintain = defineJob({
  name: 'maintain-changesets',
  input: z.strictObject({}),
  place: 'instance',
  timeout: 600_000,
})
const batch = 100

/** Options of maintenance. */
export interface MaintenanceOptions {
  readonly db: ChangesetDatabase
  readonly reader: ChangesetReader
  readonly store: RunStore
  readonly ends: RunEnds
  readonly recorder: ChangeRecorder
  readonly jobs: Pick<JobsService, 'handle' | 'schedule'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
  jobState(orgId: string, plugin: string, jobId: string): Promise<JobState | undefined>
  enqueue(orgId: string, plugin: string, changesetId: string): Promise<string>
}

/** Schedules the maintenance of changesets. */
export function scheduleMaintenance(options: MaintenanceOptions): void {
  const driftGuard = new ClockDriftGuard(options.clock)
  options.jobs.handle(maintain, async ({ signal }) => {
    while (!signal.aborted && (await expirePlans(options)) === batch);
    await resumeLost(options)
    if (!driftGuard.isStable()) return
    while (!signal.aborted && (await removeOld(options)) === batch);
  })
  options.jobs.schedule(maintain, '*/10 * * * *', { input: {} })
}

/** Expires plans that are an hour old, each with its event. @returns how many it found */
export async function expirePlans(options: ExpiryOptions): Promise<number> {
  const { db, clock } = options
  const old = await db
    .selectFrom('host_changesets')
    .select(['id', 'org_id'])
    .where('state', 'in', ['planned', 'approved'])
    .where('expires_at', '<=', iso(clock()))
    .limit(batch)
    .execute()
  for (const { id, org_id: orgId } of old) await expire(options, orgId, id)
  return old.length
}

type ExpiryOptions = Pick<MaintenanceOptions, 'db' | 'clock' | 'reader' | 'recorder'>

async function expire({ db, reader, recorder }: ExpiryOptions, orgId: string, id: string): Promise<void> {
  const [row, parts] = [await reader.row(orgId, id), await reader.parts(orgId, id)]
  if (row === undefined) return
  await db.transaction(async (queries) => {
    const expired = await queries
      .updateTable('host_changesets')
      .set({ state: 'expired' })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .where('state', 'in', ['planned', 'approved'])
      .executeTakeFirst()
    if (Number(expired.numUpdatedRows) === 0) return
    await recorder.record({ kind: 'changeset.expired', orgId, actorId: null, ...changesetFacts({ ...row, parts }) })
  })
}

/** Adds the lost jobs of changesets again, and interrupts those that wait for a feature. */
export async function resumeLost(options: MaintenanceOptions): Promise<void> {
  const { db, reader, store, ends, jobState, enqueue } = options
  const rows = await db
    .selectFrom('host_changesets')
    .select(['id', 'org_id', 'plugin', 'job_id'])
    .where('state', '=', 'applying')
    .limit(batch)
    .execute()
  for (const { id, org_id: orgId, plugin, job_id: jobId } of rows) {
    const [part] = await reader.parts(orgId, id)
    const owner = part?.plugin ?? plugin
    const state = jobId === null ? undefined : await jobState(orgId, owner, jobId)
    if (state === 'waiting' || state === 'running') continue
    if (state === 'held') {
      const run = await store.start(orgId, id)
      if (run !== undefined) await ends.interrupt(run, 'feature_disabled')
    } else {
      const again = await enqueue(orgId, owner, id)
      await db.updateTable('host_changesets').set({ job_id: again }).where('id', '=', id).execute()
    }
  }
}

/** Removes plans that were never applied after 30 days, and the others after two years. @returns how many */
export async function removeOld({ db, clock }: Pick<MaintenanceOptions, 'db' | 'clock'>): Promise<number> {
  const [plans, history] = [iso(clock() - changeLimits.oldPlans), iso(clock() - changeLimits.history)]
  const old = await db
    .selectFrom('host_changesets')
    .select(['id', 'finished_at'])
    .where(({ and, or, eb }) =>
      or([
        and([eb('state', 'in', ['dismissed', 'expired']), eb('expires_at', '<', plans)]),
        and([eb('state', 'in', ['applied', 'reverted', 'left']), eb('expires_at', '<', history)]),
      ]),
    )
    .limit(batch)
    .execute()
  for (const { id, finished_at: finishedAt } of old) await remove(db, id, finishedAt)
  return old.length
}

/** The history explains its targets from the end of the removed changeset on. */
async function remove(db: ChangesetDatabase, id: string, finishedAt: string | null): Promise<void> {
  await db.transaction(async (queries) => {
    const parts = await queries
      .selectFrom('host_change_parts')
      .select(['org_id', 'plugin', 'kind', 'target'])
      .where('changeset_id', '=', id)
      .where('applied_version', 'is not', null)
      .execute()
    for (const { org_id: orgId, plugin, kind, target } of finishedAt === null ? [] : parts) {
      await queries
        .updateTable('host_change_targets')
        .set({ known_from: finishedAt ?? '' })
        .where('org_id', '=', orgId)
        .where('plugin', '=', plugin)
        .where('kind', '=', kind)
        .where('target', '=', target)
        .where('known_from', '<', finishedAt ?? '')
        .execute()
    }
    for (const table of ['host_change_journal', 'host_change_steps', 'host_change_parts'] as const) {
      await queries.deleteFrom(table).where('changeset_id', '=', id).execute()
    }
    await queries.deleteFrom('host_changesets').where('id', '=', id).execute()
  })
}
