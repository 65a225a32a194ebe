import type { ChangesetsService } from '@host/plugin'
import * as z from 'zod/mini'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import type { Faults } from '../observability/containment/faults.ts'
import type { DataAccess } from '../database/data-access.ts'
import type { Database } from '../database/database.ts'
import { JoiningTransactor } from '../database/joining-transactor.ts'
import { hostPublisher } from '../events/event-catalog.ts'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import type { HostJobs } from '../jobs/create-jobs.ts'
import type { HostJobKind } from '../jobs/job-engine.ts'
import type { ScopeTools } from '../request/request-scope.ts'
import { Applier } from './applier.ts'
import { ChangeKinds } from './change-kinds.ts'
import { changeLimits } from './change-limits.ts'
import { scheduleMaintenance } from './changeset-maintenance.ts'
import { ChangesetReader } from './changeset-reader.ts'
import { changesetsService } from './changesets-service.ts'
import { engineModels } from './models.ts'
import { Owners } from './owners.ts'
import { PastStates } from './past-states.ts'
import { PlanStore } from './plan-store.ts'
import { Planner } from './planner.ts'
import { PluginCalls } from './plugin-calls.ts'
import { Reverter } from './reverter.ts'
import { RunEnds } from './run-ends.ts'
import { RunStore } from './run-store.ts'
import { TargetLocks } from './target-locks.ts'

/** Options of changesets. */
export interface ChangesetsOptions {
  readonly database: Database
  readonly data: DataAccess
  readonly jobs: Pick<HostJobs, 'engine' | 'serviceOf'>
  readonly contexts: Pick<ExecutionContexts, 'enter'>
  readonly faults: Pick<Faults, 'report'>
  readonly recorder: ChangeRecorder
  /** Whether the running call is that of an agent. */
  isByAgent(): boolean
  /** Milliseconds since 1970. */
  readonly clock: () => number
  toolsOf(plugin: string): ScopeTools
  /** Whether a workspace is open and a plugin on in it. */
  isOn(orgId: string, plugin: string): Promise<boolean>
  notifyViewers(orgId: string, paths: readonly string[]): void
}

/** The changesets of a host. */
export interface HostChangesets {
  /** The service as one plugin gets it. */
  serviceOf(plugin: string): ChangesetsService
}

const applyInput = z.strictObject({ changesetId: z.string() })
const applyKind: HostJobKind<typeof applyInput> = {
  name: 'changesets.apply',
  input: applyInput,
  place: 'workspace',
  usesNetwork: true,
  timeout: changeLimits.apply,
  concurrency: changeLimits.appliesAtOnce,
}

/** Makes the changesets of a host. */
export function createChangesets(options: ChangesetsOptions): HostChangesets {
  const { database, data, jobs, clock, isOn, recorder, isByAgent } = options
  const db = data.forHost(engineModels, new JoiningTransactor(database))
  const kinds = new ChangeKinds()
  const reader = new ChangesetReader({ db, clock })
  const [locks, owners] = [new TargetLocks({ db, clock }), new Owners(db)]
  const calls = new PluginCalls({ ...options, kinds })
  const enqueue = async (orgId: string, plugin: string, changesetId: string): Promise<string> => {
    const job = { orgId, plugin, kind: applyKind, input: { changesetId }, uniqueKey: changesetId }
    const [id = ''] = await jobs.engine.add([job])
    return id
  }
  const store = new RunStore({ db, clock, locks, reader, recorder, enqueue })
  const notify = (orgId: string): void => options.notifyViewers(orgId, ['/api/changesets'])
  const ends = new RunEnds({ ...options, store, reader, owners, notify })
  const applier = new Applier({ store, reader, calls, ends, isOn, notify })
  const plans = new PlanStore({ db, clock, recorder, isByAgent })
  const planner = new Planner({ kinds, calls, locks, owners, isOn, store: plans })
  const reverter = new Reverter({ kinds, reader, planner })
  const past = new PastStates({ reader, locks, calls })
  scheduleMaintenance({
    db,
    reader,
    store,
    ends,
    clock,
    recorder,
    enqueue,
    jobs: jobs.serviceOf(hostPublisher),
    jobState: async (orgId, plugin, id) => (await jobs.serviceOf(plugin).status(orgId, id))?.state,
  })
  const withJobs = new Set<string>()
  const handleJobs = (plugin: string): void => {
    if (withJobs.has(plugin)) return
    withJobs.add(plugin)
    jobs.engine.handle(plugin, applyKind, async (scope, { changesetId }) => {
      const delay = await applier.run(scope, changesetId)
      return delay === undefined ? undefined : scope.again(delay)
    })
  }
  const access = { db, clock, reader, store, calls, locks, owners }
  const parts = { ...access, kinds, planner, reverter, past, isOn, notify, handleJobs }
  return Object.freeze<HostChangesets>({ serviceOf: (plugin) => changesetsService(plugin, parts) })
}
