import {
  Problem,
  type ChangeHandler,
  type ChangeKind,
  type Changeset,
  type ChangesetsService,
  type ChangeTarget,
  type PlanOptions,
} from '@host/plugin'
import type { ChangeKinds, DependentFinder } from './change-kinds.ts'
import type { ChangesetReader } from './changeset-reader.ts'
import { recordDrift, type DriftOptions } from './drift.ts'
import { leaveChangeset } from './leave-changeset.ts'
import type { Owners } from './owners.ts'
import type { PastStates } from './past-states.ts'
import { waitsForPerson, type Planner } from './planner.ts'
import type { PartTarget, PluginCalls } from './plugin-calls.ts'
import type { Reverter } from './reverter.ts'
import type { RunStore } from './run-store.ts'

/** Dependencies of the service of a plugin. */
export interface ChangesetsServiceParts extends DriftOptions {
  readonly kinds: ChangeKinds
  readonly planner: Planner
  readonly reader: ChangesetReader
  readonly store: RunStore
  readonly calls: PluginCalls
  readonly reverter: Reverter
  readonly past: PastStates
  readonly owners: Owners
  isOn(orgId: string, plugin: string): Promise<boolean>
  notify(orgId: string): void
  /** Says how the plugin's changesets are applied, once it handles a kind. */
  handleJobs(plugin: string): void
}

/** Makes the service `Changesets` of one plugin. */
export function changesetsService(plugin: string, parts: ChangesetsServiceParts): ChangesetsService {
  const { kinds, planner, reader, reverter, past, owners } = parts
  const placeOf = ({ kind, target }: ChangeTarget): PartTarget => {
    const { name } = kinds.require(plugin, kind)
    return { plugin, kind: name, target }
  }
  const steps = new ChangesetSteps(parts)
  const plan = async (orgId: string, options: PlanOptions, appliesItself = false): Promise<Changeset | undefined> => {
    const id = await planner.plan(orgId, plugin, { ...options, appliesItself })
    return id === undefined ? undefined : await steps.present(orgId, id)
  }
  return Object.freeze<ChangesetsService>({
    handle: (kind: ChangeKind, handler: unknown) => {
      // The values that the handler gets match the schema of its kind, and the tables are those of the plugin.
      kinds.add(plugin, kind, handler as ChangeHandler)
      parts.handleJobs(plugin)
    },
    dependents: (find: unknown) => kinds.addFinder(plugin, find as DependentFinder['find']),
    plan: (orgId, options) => plan(orgId, options),
    approve: async (orgId, id, approval) => {
      await parts.store.approve(orgId, id, approval)
      return await steps.present(orgId, id)
    },
    apply: (orgId, id) => steps.begin(orgId, id, 'approved'),
    applyNow: async (orgId, options) => {
      const planned = await plan(orgId, options, true)
      return planned === undefined || waitsForPerson(planned) ? planned : await steps.applyOwn(orgId, planned)
    },
    finish: (orgId, id) => steps.begin(orgId, id, 'interrupted'),
    revert: async (orgId, id, options) => {
      const planned = await reverter.plan(orgId, { id, plugin, options })
      return planned === undefined ? undefined : await steps.present(orgId, planned)
    },
    leave: async (orgId, id) => {
      await leaveChangeset(parts, orgId, id)
      return await steps.present(orgId, id)
    },
    dismiss: async (orgId, id, userId) => {
      await parts.store.dismiss(orgId, id, userId)
      return await steps.present(orgId, id)
    },
    find: (orgId, id) => reader.find(orgId, id),
    steps: async (orgId, id, page) => {
      await steps.require(orgId, id)
      return await reader.steps(orgId, id, page)
    },
    history: (orgId, of, page) => reader.history(orgId, placeOf(of), page),
    stateAt: (orgId, of, at) => past.at(orgId, placeOf(of), at),
    recordDrift: async (orgId, { kind, target }, drift) => {
      const id = await recordDrift(parts, orgId, { ...drift, target, kind: kinds.require(plugin, kind) })
      return await steps.present(orgId, id)
    },
    owners: (orgId, of) => owners.of(orgId, placeOf(of)),
    release: (orgId, of, keys) => owners.release(orgId, placeOf(of), keys),
  })
}

/** What several members of the service have in common. */
class ChangesetSteps {
  readonly #parts: ChangesetsServiceParts

  constructor(parts: ChangesetsServiceParts) {
    this.#parts = parts
  }

  /** @throws Problem `not_found` */
  async require(orgId: string, id: string): Promise<Changeset> {
    const found = await this.#parts.reader.find(orgId, id)
    if (found === undefined) throw new Problem('not_found')
    return found
  }

  /** A changeset after a change, of which viewers are notified. */
  async present(orgId: string, id: string): Promise<Changeset> {
    this.#parts.notify(orgId)
    return await this.require(orgId, id)
  }

  async begin(orgId: string, id: string, from: 'approved' | 'interrupted'): Promise<Changeset> {
    const { parts } = await this.require(orgId, id)
    for (const { plugin } of parts) {
      if (!(await this.#parts.isOn(orgId, plugin))) throw new Problem('feature_disabled')
    }
    await this.#parts.store.begin(orgId, id, from)
    return await this.present(orgId, id)
  }

  async applyOwn(orgId: string, { id, hash }: Changeset): Promise<Changeset> {
    const { store } = this.#parts
    try {
      await store.approve(orgId, id, { hash, userId: null })
      return await this.begin(orgId, id, 'approved')
    } catch (error) {
      // No person waits for it: the plugin plans again. A plan that was already swept needs no end.
      await store.dismiss(orgId, id, null).catch(() => undefined)
      throw error
    }
  }
}
