import { createHash } from 'node:crypto'
import { NamedStatement } from '../database/named-statement.ts'
import type { Dialect, SqlValue, Statement } from '../database/statement.ts'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import type { Tracer } from '../observability/tracing/tracer.ts'
import { TypeIds } from '../database/type-id.ts'
import { supportOf, writeSupport } from '../request/carried-support.ts'
import { laneOf } from './lane.ts'
import type { NewJob } from './new-job.ts'

/** The columns of a new row, with their types on PostgreSQL. */
const columns = {
  id: 'text',
  org_id: 'text',
  plugin: 'text',
  kind: 'text',
  lane: 'text',
  state: 'text',
  at: 'bigint',
  delayed_at: 'bigint',
  attempts: 'bigint',
  unique_key: 'text',
  waiting_key: 'text',
  started_by: 'text',
  created_at: 'bigint',
  trace: 'text',
  support: 'text',
  input: 'text',
} as const

type Column = keyof typeof columns
type NewRow = Readonly<Record<Column, SqlValue>>

/** A statement that adds jobs, and the ids that it gives them. */
export interface Insert extends Statement {
  readonly ids: readonly string[]
}

/** Options of new rows. */
export interface NewRowsOptions {
  readonly dialect: Dialect
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Says which support access the running code is caused by. */
  readonly contexts: Pick<ExecutionContexts, 'current'>
  /** Says where in a trace a job is added; undefined where none are recorded. */
  readonly tracer?: Pick<Tracer, 'stored'> | undefined
}

/** Makes the statements that add jobs. The text is one of two, however many there are. */
export class NewRows {
  readonly #clock: () => number
  readonly #contexts: Pick<ExecutionContexts, 'current'>
  readonly #tracer: Pick<Tracer, 'stored'> | undefined
  readonly #ids = new TypeIds()
  readonly #one: NamedStatement<Column>
  readonly #many: NamedStatement<'rows'>

  constructor({ dialect, clock, contexts, tracer }: NewRowsOptions) {
    this.#clock = clock
    this.#contexts = contexts
    this.#tracer = tracer
    this.#one = new NamedStatement(dialect, oneRow)
    this.#many = new NamedStatement(dialect, manyRows[dialect])
  }

  /** Adds a job, unless a waiting job has the same unique key. */
  one(job: NewJob): Insert {
    const row = this.#row(job)
    return { ...this.#one.with(row), ids: [row.id as string] }
  }

  /** Adds jobs in one statement. */
  many(jobs: readonly NewJob[]): Insert {
    const rows = jobs.map((job) => this.#row(job))
    return { ...this.#many.with({ rows: JSON.stringify(rows) }), ids: rows.map(({ id }) => id as string) }
  }

  #row({ orgId, plugin, kind, lane, delay = 0, uniqueKey, ...job }: NewJob): NewRow {
    const now = this.#clock()
    const support = supportOf(this.#contexts.current())
    const key = uniqueKey === undefined ? null : keyDigest([orgId, plugin, kind, uniqueKey])
    return {
      id: this.#ids.next('job', now),
      org_id: orgId,
      plugin,
      kind,
      lane: laneOf(plugin, kind, lane),
      state: delay > 0 ? 'delayed' : 'waiting',
      at: now + delay,
      delayed_at: delay > 0 ? now : null,
      attempts: job.attempts,
      unique_key: key,
      waiting_key: key,
      started_by: job.startedBy ?? null,
      created_at: now,
      trace: this.#tracer?.stored(delay) ?? null,
      support: support === undefined ? null : writeSupport(support),
      input: job.input,
    }
  }
}

/** A unique key as it is stored: of one length, and different for each workspace, plugin and kind. */
export function keyDigest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

const names = Object.keys(columns).join(', ')
const head = `insert into host_jobs (${names}, attempt, epoch)`
const tail = 'on conflict (waiting_key) do nothing returning id'
const places = Object.keys(columns).map((name) => `:${name}`)

const oneRow = `${head} values (${places.join(', ')}, 0, 0) ${tail}`

// SQLite takes `on` for a join's without a condition before it.
const manyRows: Readonly<Record<Dialect, string>> = {
  sqlite: `${head} select ${Object.keys(columns)
    .map((name) => `value ->> '${name}'`)
    .join(', ')}, 0, 0
    from json_each(:rows) where true ${tail}`,
  postgres: `${head} select ${names}, 0, 0 from jsonb_to_recordset(:rows::jsonb) as new(${Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')}) ${tail}`,
}
