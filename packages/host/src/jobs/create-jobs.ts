import type { JobsService, Log, MaybePromise } from '@host/plugin'
import type { UsageMeter } from '../accounting/usage-meter.ts'
import type { Bus } from '../bus/bus.ts'
import type { Faults } from '../containment/faults.ts'
import type { Frames } from '../containment/frames.ts'
import type { Database } from '../db/database.ts'
import { JoiningTransactor } from '../db/joining-transactor.ts'
import type { NodeLease } from '../nodes/node-lease.ts'
import { Attempts } from './attempts.ts'
import { noPauses, type BackgroundPauses } from './background-pauses.ts'
import { DuePlugins } from './due-plugins.ts'
import { Enqueuer } from './enqueuer.ts'
import type { JobEngine } from './job-engine.ts'
import { JobKinds, type HandledKind } from './job-kinds.ts'
import type { JobTools } from './job-runner.ts'
import { JobStore } from './job-store.ts'
import { jobsService } from './jobs-service.ts'
import { Round, type Standing } from './round.ts'
import { Slots } from './slots.ts'
import { Turns } from './turns.ts'
import { Worker } from './worker.ts'

/** What jobs are made from. */
export interface JobsOptions {
  readonly database: Database
  readonly lease: Pick<NodeLease, 'id'>
  readonly bus: Bus
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
  readonly frames: Pick<Frames, 'run'>
  readonly faults: Pick<Faults, 'report'>
  readonly usage: Pick<UsageMeter, 'of'>
  /** What keeps plugins from trying on; asked for when the first job is done. */
  readonly pauses?: () => BackgroundPauses
  /** Tells whoever looks at something of a workspace that it has changed. */
  tell(orgId: string, paths: readonly string[]): void
  toolsOf(plugin: string): JobTools
  standingOf(orgId: string, kind: HandledKind): MaybePromise<Standing>
}

/** The jobs of one host. */
export interface HostJobs {
  /** For other parts of the host. */
  readonly engine: JobEngine
  /** The service as one plugin gets it. */
  serviceOf(plugin: string): JobsService
  /** Looks for jobs that may begin now. */
  wake(): void
  /** Begins to do jobs. */
  start(): void
  /** Claims nothing more, and waits for what runs. @param limit milliseconds */
  stop(limit: number): Promise<void>
  /** Does jobs until nothing is due by the host's clock and nothing runs; for tests. */
  settle(): Promise<void>
}

/** Makes the jobs of a host. They are added from now on, and done once they are started. */
export function createJobs(options: JobsOptions): HostJobs {
  const { database, lease, bus, clock, log, pauses = () => noPauses } = options
  const joining = new JoiningTransactor(database)
  const kinds = new JobKinds()
  const slots = new Slots()
  const store = new JobStore({ database, node: lease.id, clock })
  const attempts = new Attempts({ ...options, store, kinds, slots, pauses, onEnd: () => worker.wake() })
  const round = new Round({
    ...options,
    store,
    due: new DuePlugins(database),
    turns: new Turns(database, 'waiting'),
    slots,
    kinds,
    pauses,
    begin: (job) => attempts.begin(job),
  })
  const worker: Worker = new Worker({ round, log })
  const enqueuer = new Enqueuer({ database: joining, kinds, clock, bus, wake: () => worker.wake() })
  return Object.freeze<HostJobs>({
    engine: enqueuer,
    serviceOf: (plugin) => jobsService(plugin, { kinds, enqueuer }),
    wake: () => worker.wake(),
    start: () => worker.start(),
    stop: async (limit) => {
      await worker.stop()
      await attempts.drain(limit)
    },
    settle: async () => {
      do await attempts.settled()
      while (await worker.once())
    },
  })
}
