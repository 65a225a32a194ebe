import { column, model } from '@host/plugin'
import type { StoredState } from './states.ts'

/**
 * A job. Waiting jobs are found by their state and turn: the workspaces that have some, the lanes of each, and the
 * first of a lane, without reading the others. Texts of any kind are bounded, and times are milliseconds of the host's
 * clock.
 */
const HostJob = model(
  'host_jobs',
  {
    id: column.id('job'),
    /** A workspace, or `instanceOrgId`. */
    org_id: column.org(),
    plugin: column.text({ max: 64 }),
    kind: column.text({ max: 64 }),
    /** Begins with plugin and kind, so that all jobs of a lane are done alike; see `lane.ts`. */
    lane: column.text({ max: 240 }),
    state: column.text<StoredState>({ max: 16 }),
    /** When something can happen to it next: it is due, it was claimed, or it is removed. */
    at: column.integer(),
    /** When the delay was set; ahead of now only where the clock has been set back since. */
    delayed_at: column.integer({ nullable: true }),
    /** How many tries have begun, and how many may. */
    attempt: column.integer(),
    attempts: column.integer(),
    /** How many tries in a row have ended with their process. */
    interruptions: column.integer({ default: 0 }),
    /** The process that runs it, and which claim of this job it is or was. */
    node_id: column.text({ nullable: true, max: 64 }),
    epoch: column.integer(),
    /** A digest of the unique key, and the same while it keeps others out. */
    unique_key: column.text({ nullable: true, max: 43, secret: true }),
    waiting_key: column.text({ nullable: true, max: 43, secret: true }),
    progress: column.real({ nullable: true }),
    note: column.text({ nullable: true, max: 200 }),
    error: column.text({ nullable: true, max: 64 }),
    fault: column.text({ nullable: true, max: 500 }),
    started_by: column.text({ nullable: true, max: 64 }),
    created_at: column.integer(),
    finished_at: column.integer({ nullable: true }),
    /** Where it was added, in a trace; see `stored-place.ts`. */
    trace: column.text({ nullable: true, max: 64 }),
    /** The support access that led to it; see `carried-support.ts`. Only the entries of its run name it. */
    support: column.text({ nullable: true, max: 200, secret: true }),
    /** JSON, which may hold anything that its plugin knows. Last, so that who reads the others does not read past it. */
    input: column.text({ secret: true }),
  },
  {
    unique: ['waiting_key'],
    index: [
      ['state', 'org_id', 'lane', 'at', 'id'],
      ['state', 'plugin', 'at', 'id'],
    ],
    transfer: { reason: 'Jobs stay with the processes that run them.', isExported: false },
  },
)

/** Columns of everything that follows a cron line. */
const cronColumns = {
  /** Plugin, kind and place among the kind's schedules. */
  name: column.text({ max: 160 }),
  cron: column.text({ max: 200 }),
  time_zone: column.text({ max: 64 }),
  /** Milliseconds of the host's clock. */
  next_at: column.integer(),
} as const

/** When the jobs of a cron line are enqueued next. */
const HostSchedule = model('host_schedules', { id: column.id('sched'), ...cronColumns }, { unique: ['name'] })

/** When the jobs of a cron line for each workspace are enqueued next, one row for each time zone of a schedule. */
const HostWorkspaceSchedule = model(
  'host_workspace_schedules',
  {
    id: column.id('wsched'),
    ...cronColumns,
    /** The last workspace that has its job for `next_at`; empty before the first. */
    after_id: column.text({ default: '', max: 64 }),
  },
  { unique: [['name', 'time_zone']] },
)

/** The tables of jobs. */
export const jobModels = [HostJob, HostSchedule, HostWorkspaceSchedule] as const
