/** Jobs on a real database, shared by processes that start, stand still and die as a test wants. */
import { defineJob, type JobKind, type JobKindOptions, type JobsService, type Log } from '@host/plugin'
import * as z from 'zod/mini'
import { ExecutionContexts } from '../../src/observability/containment/execution-contexts.ts'
import { memoryBus } from '../../src/database/bus/memory-bus.ts'
import type { Database } from '../../src/database/database.ts'
import { migrate } from '../../src/database/migrate/migrate.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import type { SqlRow, SqlValue } from '../../src/database/statement.ts'
import { tablesOf } from '../database/tables-of.ts'
import type { TestDatabaseProduct } from '../database/test-databases.ts'
import { TypeIds } from '../../src/database/type-id.ts'
import { nodeModels } from '../../src/database/nodes/models.ts'
import { UsageMeter } from '../../src/observability/accounting/usage-meter.ts'
import { createJobs, type HostJobs, type JobsOptions } from '../../src/jobs/create-jobs.ts'
import { jobModels } from '../../src/jobs/models.ts'
import type { JobEligibility } from '../../src/jobs/claim-planner.ts'

/** A process. */
export interface LabNode {
  readonly id: string
  readonly jobs: HostJobs
  /** As the plugin `notes` has it. */
  readonly service: JobsService
  /** Ends its lease, whether it lives or not. */
  lapse(): Promise<void>
}

export interface JobLab extends AsyncDisposable {
  readonly database: Database
  readonly clock: { now: number }
  readonly log: string[]
  /** Errors reported for plugins. */
  readonly faults: unknown[]
  /** Published live changes. */
  readonly told: string[]
  readonly standings: Map<string, JobEligibility>
  /** The owners of workspaces; a workspace that is not in it stands for itself. */
  readonly owners: Map<string, string>
  start(options?: Partial<JobsOptions>): Promise<LabNode>
  query(sql: string, ...parameters: readonly SqlValue[]): Promise<readonly SqlRow[]>
  /** The jobs by id, without columns that never differ. */
  jobs(): Promise<readonly SqlRow[]>
}

const Tagged = z.strictObject({ tag: z.string() })

/** A kind of job with a tag as its input. */
export function tagged(options: Partial<JobKindOptions> = {}): JobKind<string, typeof Tagged, 'workspace'> {
  return defineJob({ name: 'tag', ...options, input: Tagged, place: 'workspace' })
}

const tableOwners = [{ name: 'host', models: [...jobModels, ...nodeModels] }]
const tables = tablesOf(tableOwners)

/** Opens a fresh database without any process. */
export async function openJobLab(product: Pick<TestDatabaseProduct, 'create'>): Promise<JobLab> {
  const fresh = await product.create(tables)
  const database = await fresh.open()
  await migrate(database, tableOwners)
  const ids = new TypeIds()
  const bus = memoryBus()
  const clock = { now: Date.UTC(2026, 0, 1) }
  const now = (): Date => new Date(clock.now)
  const [log, faults, told] = [[] as string[], [] as unknown[], [] as string[]]
  const standings = new Map<string, JobEligibility>()
  const owners = new Map<string, string>()
  const nodes: HostJobs[] = []
  const query = async (sql: string, ...parameters: readonly SqlValue[]): Promise<readonly SqlRow[]> =>
    (await database.run({ sql, parameters, writes: !/^select/i.test(sql) })).rows
  const start = async (options: Partial<JobsOptions> = {}): Promise<LabNode> => {
    const id = ids.next('node')
    await query(`insert into host_nodes (id, lease_until) values ('${id}', ${Number.MAX_SAFE_INTEGER})`)
    const contexts = new ExecutionContexts(['notes'])
    const jobs = createJobs({
      database,
      lease: { id },
      bus,
      clock: () => clock.now,
      log: recordingLog(log),
      contexts,
      faults: { report: ({ error }) => void faults.push(error) },
      usage: new UsageMeter(contexts),
      notifyViewers: (orgId, paths) => void told.push(...paths.map((path) => `${orgId} ${path}`)),
      toolsOf: () => ({ log: recordingLog(log), now, database: (_orgId, on) => on ?? database }),
      ownersOf: (orgIds) => new Map(orgIds.map((org) => [org, owners.get(org) ?? org])),
      eligibilityOf: (orgId, kind) => standings.get(`${orgId} ${kind.plugin}`) ?? standings.get(orgId) ?? 'open',
      ...options,
    })
    nodes.push(jobs)
    return {
      id,
      jobs,
      service: jobs.serviceOf('notes'),
      lapse: async () => void (await query(`delete from host_nodes where id = '${id}'`)),
    }
  }
  return {
    database,
    clock,
    log,
    faults,
    told,
    standings,
    owners,
    start,
    query,
    jobs: () => query('select id, org_id, kind, state, attempt, error, fault from host_jobs order by id'),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(nodes.map((jobs) => jobs.stop(0)))
      await fresh[Symbol.asyncDispose]()
    },
  }
}

/** Opens the database of another process, and leaves it there. */
export async function joinJobLab(url: string): Promise<JobLab> {
  const database = await openDatabase({ url })
  const joined = { url, adminUrl: url, open: async () => database, [Symbol.asyncDispose]: () => database.close() }
  return await openJobLab({ create: async () => joined })
}

function recordingLog(lines: string[]): Log {
  const write = (message: string, fields = {}): void => void lines.push(`${message} ${JSON.stringify(fields)}`)
  return { debug: write, info: write, warn: write, error: write }
}
