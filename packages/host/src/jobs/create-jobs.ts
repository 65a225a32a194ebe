import type { JobsService, Log, MaybePromise } from '@host/plugin'
import type { JobQueueService } from '@host/plugin/platform'
import type { UsageMeter } from '../observability/accounting/usage-meter.ts'
import type { Bus } from '../database/bus/bus.ts'
import type { Faults } from '../observability/containment/faults.ts'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import type { Database } from '../database/database.ts'
import { JoiningTransactor } from '../database/joining-transactor.ts'
import type { NodeLease } from '../database/nodes/node-lease.ts'
import type { Tracer } from '../observability/tracing/tracer.ts'
import { Attempts } from './attempts.ts'
import { noPauses, type BackgroundPauses } from './background-pauses.ts'
import { Delays } from './delays.ts'
import { DuePlugins } from './due-plugins.ts'
import { Backlog } from './backlog.ts'
import { Enqueuer, jobsTopic } from './enqueuer.ts'
import { HeldJobs } from './held-jobs.ts'
import { JobChanges } from './job-changes.ts'
import type { JobEngine } from './job-engine.ts'
import { JobKinds, type HandledKind } from './job-kinds.ts'
import type { JobTools } from './job-runner.ts'
import { JobSlots } from './job-slots.ts'
import { jobQueue } from './job-queue.ts'
import { JobReader } from './job-reader.ts'
import { JobStore } from './job-store.ts'
import { jobsService } from './jobs-service.ts'
import { NewRows } from './new-rows.ts'
import { ClaimPlanner, type JobEligibility } from './claim-planner.ts'
import { ClaimCycle, type ClaimCycleOptions, type Looked } from './claim-cycle.ts'
import { guardNetwork } from './guard-network.ts'
import { Schedules } from './schedules.ts'
import { FairScheduler } from './fair-scheduler.ts'
import { JobMaintenance } from './job-maintenance.ts'
import { WatchedClock } from './watched-clock.ts'
import { Worker } from './worker.ts'
import { WorkspaceSchedules } from './workspace-schedules.ts'

/** Options of jobs. */
export interface JobsOptions {
  readonly database: Database
  readonly lease: Pick<NodeLease, 'id'>
  readonly bus: Bus
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
  readonly contexts: Pick<ExecutionContexts, 'run' | 'current'>
  readonly faults: Pick<Faults, 'report'>
  readonly usage: Pick<UsageMeter, 'of'>
  /** Records jobs in traces; undefined where none are. */
  readonly tracer?: Tracer | undefined
  /** Pauses of plugins; none when left out. */
  readonly pauses?: BackgroundPauses
  /** Notifies the viewers of a workspace's data of a change. */
  notifyViewers(orgId: string, paths: readonly string[]): void
  toolsOf(plugin: string): JobTools
  eligibilityOf(orgId: string, kind: HandledKind): MaybePromise<JobEligibility>
  /** The owners of workspaces. */
  ownersOf(orgIds: readonly string[]): MaybePromise<ReadonlyMap<string, string>>
}

/** The jobs of one host. */
export interface HostJobs {
  /** For other parts of the host. */
  readonly engine: JobEngine
  /** All jobs of all plugins. */
  readonly queue: JobQueueService
  readonly maintenance: Pick<JobMaintenance, 'look' | 'sweep'>
  /** The names of the kinds that a plugin does. */
  kindsOf(plugin: string): readonly string[]
  /** Whether a job of the instance waits or runs. */
  hasOpen(plugin: string, kind: string): Promise<boolean>
  /** The service as one plugin gets it. */
  serviceOf(plugin: string): JobsService
  /** Looks for jobs that may begin now. */
  wake(): void
  /** A feature or workspace is available again: soon releases its held jobs that may run. */
  recheck(orgId: string): void
  /** Begins to do jobs. */
  start(): void
  /** Stops claiming, and waits for running jobs. @param limit milliseconds */
  stop(limit: number): Promise<void>
  /** Looks for jobs once and begins them. */
  look(): Promise<void>
  /** Does jobs until nothing is due by the host's clock and nothing runs; for tests. */
  settle(): Promise<void>
}

/** Makes the jobs of a host. They are added from now on, and done once they are started. */
export function createJobs(options: JobsOptions): HostJobs {
  const { database, lease, bus, clock, log, pauses = noPauses } = options
  const joining = new JoiningTransactor(database)
  const [kinds, slots] = [new JobKinds(), new JobSlots()]
  const watched = new WatchedClock(clock)
  const rows = new NewRows({
    dialect: database.dialect,
    clock: watched.now,
    tracer: options.tracer,
    contexts: options.contexts,
  })
  const store = new JobStore({ database, node: lease.id, clock: watched.now })
  const reader = new JobReader(joining)
  const schedules = new Schedules({ database, rows, clock, log })
  const workspaceSchedules = new WorkspaceSchedules({ ...options, rows })
  const wake = (): void => worker.wake()
  const attempts = new Attempts({ ...options, store, kinds, slots, pauses, onEnd: wake })
  const held = new HeldJobs({ ...options, store, kinds, turns: new FairScheduler(database, 'held') })
  const planners = [false, true].map((usesNetwork) => {
    const [turns, free] = [new FairScheduler(database, 'waiting'), slots.of({ usesNetwork })]
    return new ClaimPlanner({ ...options, store, turns, slots: free, usesNetwork, kinds, pauses })
  })
  const [due, delayed] = [new DuePlugins(database), new FairScheduler(database, 'delayed')]
  const begin: ClaimCycleOptions['begin'] = (job, seat) => attempts.begin(job, seat)
  const round = new ClaimCycle({ store, due, schedules, workspaceSchedules, planners, pauses, delayed, clock, begin })
  const worker: Worker = new Worker({ round, held, log })
  const enqueuer = new Enqueuer({ database: joining, kinds, rows, backlog: new Backlog(joining), bus, wake })
  const changes = new JobChanges({ database: joining, bus, clock, told: () => enqueuer.told() })
  const delays = new Delays({ store, reader, clock: watched, log })
  const maintenance = new JobMaintenance({ store, reader, attempts, held, delays, clock, log, wake })
  const running = new AsyncDisposableStack()
  running.defer(guardNetwork(options.contexts))
  return Object.freeze<HostJobs>({
    engine: enqueuer,
    queue: jobQueue(reader, changes, clock),
    kindsOf: (plugin) => kinds.of(plugin),
    hasOpen: (plugin, kind) => reader.hasOpen(plugin, kind),
    serviceOf: (plugin) => jobsService(plugin, { kinds, enqueuer, schedules, workspaceSchedules, reader, changes }),
    wake,
    recheck: (orgId) => worker.recheck(orgId),
    start: () => {
      running.defer(listen(bus, { wake, lose: (id) => attempts.lose(id) }))
      running.defer(maintenance.start())
      worker.start()
    },
    stop: async (limit) => {
      await worker.stop()
      await attempts.drain(limit)
      await running.disposeAsync()
    },
    look: async () => void (await worker.once()),
    settle: () => settle(attempts, worker),
    maintenance,
  })
}

/** Jobs that a look of the worker itself begins may occupy the slots during this look, and end before it returns. */
async function settle(attempts: Pick<Attempts, 'settled' | 'begun'>, worker: Pick<Worker, 'once'>): Promise<void> {
  for (let begun = -1, looked: Looked = 'begun'; looked !== 'idle' || attempts.begun !== begun;) {
    await attempts.settled()
    begun = attempts.begun
    looked = await worker.once()
  }
}

interface Listening {
  wake(): void
  /** A job that was cancelled. */
  lose(id: string): void
}

/** Receives jobs added and canceled by other processes. @returns a function that stops it */
function listen(bus: Bus, { wake, lose }: Listening): () => void {
  return bus.subscribe(jobsTopic, {
    onMessage: (message) => (message === '' ? wake() : lose(message)),
    onGap: wake,
  })
}
