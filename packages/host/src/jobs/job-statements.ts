/** The statements behind the arrows of `states.ts`. */
import { NamedStatement } from '../database/named-statement.ts'
import type { Dialect } from '../database/statement.ts'
import { leaseHolds } from '../database/nodes/lease-holds.ts'
import type { Lane } from './fair-scheduler.ts'

/** The id of a job. */
interface IdRow {
  readonly id: string
}

/** A job as a claim returns it. */
export interface ClaimedRow extends IdRow {
  readonly org_id: string
  readonly plugin: string
  readonly kind: string
  readonly lane: string
  readonly epoch: number
  readonly attempt: number
  readonly attempts: number
  readonly started_by: string | null
  /** Where it was added, in a trace. */
  readonly trace: string | null
  /** The support access that led to it. */
  readonly support: string | null
  /** JSON. */
  readonly input: string
}

/** A job that waits for a time. */
export interface DelayedRow extends IdRow {
  readonly at: number
  /** When the delay was set; null for one from before this column existed. */
  readonly delayed_at: number | null
}

/** A job that a process runs. */
export interface RunningRow extends IdRow {
  readonly epoch: number
  readonly attempt: number
}

type Fence = 'id' | 'node' | 'epoch'
type Place = 'org' | 'lane'
type Ending = 'state' | 'at' | 'delayed' | 'attempt' | 'error' | 'fault' | 'finished'

/** The statements for one database. */
export type JobStatements = ReturnType<typeof jobStatements>

export function jobStatements(dialect: Dialect) {
  const { claimed, picked, pickedDue, batch } = texts[dialect]
  return Object.freeze({
    claim: new NamedStatement<'node' | 'now' | 'picks', ClaimedRow>(dialect, claim(dialect, picked), lost),
    first: new NamedStatement<Place | 'most', IdRow>(dialect, first),
    complete: new NamedStatement<'claims' | 'node' | 'at' | 'now', IdRow>(dialect, complete(claimed)),
    end: new NamedStatement<Fence | Ending>(dialect, end),
    progress: new NamedStatement<Fence | 'progress' | 'note'>(dialect, progress, lost),
    hold: new NamedStatement<Place | 'state' | 'at' | 'now'>(dialect, hold(batch)),
    release: new NamedStatement<Place>(dialect, release(batch)),
    firstDue: new NamedStatement<Place | 'most' | 'now', IdRow>(dialect, firstDue),
    promoteFirst: new NamedStatement<'picks' | 'now'>(dialect, promoteFirst(pickedDue), lost),
    delayed: new NamedStatement<'plugin' | 'at' | 'id' | 'least', DelayedRow>(dialect, delayed),
    putRight: new NamedStatement<'ids' | 'now' | 'late'>(dialect, putRight(dialect)),
    promote: new NamedStatement<'plugin' | 'now'>(dialect, promote(batch), lost),
    orphaned: new NamedStatement<never>(dialect, orphaned(dialect)),
    lanes: new NamedStatement<'org' | 'state', Lane>(dialect, lanes),
    free: new NamedStatement<'now' | 'failed'>(dialect, free(dialect)),
    lost: new NamedStatement<'node' | 'claims', IdRow>(dialect, lostClaims(claimed)),
    abandoned: new NamedStatement<'node', RunningRow>(dialect, abandoned),
    remove: new NamedStatement<'state' | 'plugin' | 'now'>(dialect, remove(batch)),
  })
}

/** A power cut ends every lease too, so it frees the claims; later durable writes preserve them. */
const lost = { isRelaxed: true }

/** Largest number of rows moved by one statement. */
export const largestBatch = 500

/**
 * `claimed` is whether a row is among the claims in `:claims`, an object of epochs by id; `picked` whether it is one of the first
 * jobs of lanes. SQLite is given the ids, which its reader finds at once. PostgreSQL is given lanes, so that processes that
 * claim at the same time take different jobs.
 */
const texts = {
  sqlite: {
    claimed: 'id in (select key from json_each(:claims)) and epoch = :claims ->> id',
    picked: 'id in (select value from json_each(:picks))',
    pickedDue: 'id in (select value from json_each(:picks))',
    batch: (select: string) => `id in (${select} limit ${largestBatch})`,
  },
  postgres: {
    claimed: 'id in (select jsonb_object_keys(:claims::jsonb)) and epoch = (:claims::jsonb ->> id)::bigint',
    picked: firstOfLanes(`state = 'waiting'`),
    pickedDue: firstOfLanes(`state = 'delayed' and at <= :now`),
    batch: (select: string) => `id = any(array(${select} limit ${largestBatch} for update skip locked))`,
  },
} as const

/** Whether a row is in the first batch of a query. */
type Batch = (select: string) => string

/** Without a lease of its own a process takes nothing: others would take it at once. */
const claim = (dialect: Dialect, picked: string): string => `
  update host_jobs set state = 'running', node_id = :node, epoch = epoch + 1, attempt = attempt + 1, at = :now,
    waiting_key = null, progress = null, note = null
  where ${picked} and state = 'waiting' and ${leaseHolds(dialect, ':node')}
  returning id, org_id, plugin, kind, lane, epoch, attempt, attempts, started_by, trace, support, input`

const first = `
  select id from host_jobs where state = 'waiting' and org_id = :org and lane = :lane order by at, id limit :most`

const complete = (claimed: string): string => `
  update host_jobs set state = 'done', at = :at, finished_at = :now, error = null, fault = null
  where ${claimed} and node_id = :node and state = 'running' returning id`

const isOurs = `id = :id and node_id = :node and epoch = :epoch and state = 'running'`

/** Whether a job that waits again keeps others with its unique key out; one that was enqueued meanwhile does already. */
const keyAgain = `case when :state in ('waiting', 'delayed') and not exists (
    select 1 from host_jobs as other where other.waiting_key = host_jobs.unique_key) then unique_key end`

const end = `
  update host_jobs set state = :state, at = :at, delayed_at = :delayed, attempt = :attempt, interruptions = 0, error = :error, fault = :fault,
    finished_at = :finished, waiting_key = ${keyAgain}
  where ${isOurs}`

const progress = `update host_jobs set progress = :progress, note = :note where ${isOurs}`

const hold = (batch: Batch): string => `
  update host_jobs set state = :state, finished_at = :now, at = coalesce(:at, at),
    waiting_key = case when :state = 'held' then waiting_key end
  where ${batch(`select id from host_jobs where state = 'waiting' and org_id = :org and lane = :lane`)}
  and state = 'waiting'`

const release = (batch: Batch): string => `
  update host_jobs set state = 'waiting'
  where ${batch(`select id from host_jobs where state = 'held' and org_id = :org and lane = :lane`)}
  and state = 'held'`

const firstDue = `
  select id from host_jobs where state = 'delayed' and org_id = :org and lane = :lane and at <= :now
  order by at, id limit :most`

const promoteFirst = (picked: string): string => `
  update host_jobs set state = 'waiting' where ${picked} and state = 'delayed' and at <= :now`

const promote = (batch: Batch): string => `
  update host_jobs set state = 'waiting' where ${batch(`
    select id from host_jobs where state = 'delayed' and plugin = :plugin and at <= :now order by at, id`)}
  and state = 'delayed'`

/** The last of those first that are due late, on which a clock that was ahead would show. */
const delayed = `
  select id, at, delayed_at from host_jobs where state = 'delayed' and plugin = :plugin and at > :least and (at, id) < (:at, :id)
  order by at desc, id desc limit ${largestBatch}`

const putRight = (dialect: Dialect): string => `
  update host_jobs set at = cast(:now as bigint) + at - delayed_at, delayed_at = :now
  where id in (${dialect === 'sqlite' ? 'select value from json_each(:ids)' : 'select jsonb_array_elements_text(:ids::jsonb)'})
  and state = 'delayed' and delayed_at > :late`

const orphaned = (dialect: Dialect): string => `
  select 1 from host_jobs where state = 'running' and not ${leaseHolds(dialect, 'host_jobs.node_id')} limit 1`

const lanes = `
  select distinct org_id as org, lane from host_jobs where state = :state and org_id = :org limit 1000`

/**
 * A try that ended with its process is none of those that a job may fail: the process may have died of something else. So many
 * of them in a row are its end all the same, so that a job that ends processes does not end all of them.
 */
export const mostInterruptions = 8

const goesOn = `interruptions < ${mostInterruptions - 1}`

const free = (dialect: Dialect): string => `
  update host_jobs set interruptions = interruptions + 1,
    state = case when ${goesOn} then 'waiting' else 'failed' end,
    attempt = case when ${goesOn} then attempt - 1 else attempt end,
    at = case when ${goesOn} then cast(:now as bigint) else cast(:failed as bigint) end,
    finished_at = case when ${goesOn} then null else cast(:now as bigint) end,
    error = 'interrupted', fault = 'The process that ran it has ended.'
  where state = 'running' and not ${leaseHolds(dialect, 'host_jobs.node_id')}
  returning id`

const lostClaims = (claimed: string): string => `
  select id from host_jobs where ${claimed} and node_id = :node and state = 'running'`

const abandoned = `select id, epoch, attempt from host_jobs where state = 'running' and node_id = :node limit 1000`

const remove = (batch: Batch): string => `
  delete from host_jobs where ${batch(`
    select id from host_jobs where state = :state and plugin = :plugin and at <= :now order by at, id`)}
  and state = :state`

/**
 * Whether a row is among the first jobs of lanes, on PostgreSQL. As an array, since that is built once: a join may be
 * evaluated again for each row, and then finds the next jobs. @param where which jobs of a lane
 */
function firstOfLanes(where: string): string {
  return `id = any(array(
    select job.id from jsonb_to_recordset(:picks::jsonb) as pick(org text, lane text, most int) cross join lateral (
      select id from host_jobs where ${where} and org_id = pick.org and lane = pick.lane
      order by at, id limit pick.most for update skip locked) as job))`
}
