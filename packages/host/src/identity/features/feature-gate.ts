/**
 * Features of workspaces, in memory: stored per workspace as the difference from the build's defaults, which is empty
 * for most. A switch commits first, then awaits `forget`, then answers: so no request that begins after the answer is
 * served with the old state, on any process.
 */
import type { MaybePromise } from '@host/plugin'
import type { Coherence } from '../../security/coherence/coherence.ts'
import { CoherentCache } from '../../security/coherence/coherent-cache.ts'
import type { CallerMemory } from '../../request/caller-memory.ts'
import type { FeatureGraph } from './feature-graph.ts'
import type { FeatureChoices } from './feature-store.ts'

const capacity = 10_000
const nothing: ReadonlySet<string> = new Set()

/** Options of the gate. */
export interface FeatureGateOptions {
  /** Reads a workspace's choices from the database. */
  readonly read: (orgId: string) => Promise<FeatureChoices>
  readonly graph: FeatureGraph
  readonly coherence: Coherence
}

export class FeatureGate {
  readonly #options: FeatureGateOptions
  readonly #defaults: ReadonlySet<string>
  readonly #deviations: CoherentCache<ReadonlySet<string>>

  constructor(options: FeatureGateOptions) {
    this.#options = options
    this.#defaults = options.graph.enabled(new Map())
    this.#deviations = new CoherentCache(options.coherence, capacity)
  }

  /**
   * Whether a feature is on in a workspace; synchronous when the workspace is in memory.
   * @param memory of a caller who works in that workspace
   */
  isEnabled(orgId: string, feature: string, memory?: CallerMemory): MaybePromise<boolean> {
    const deviations = this.#recent(orgId, memory)
    if (deviations !== undefined) return this.#isOn(feature, deviations)
    return this.#load(orgId).then((loaded) => this.#isOn(feature, loaded))
  }

  /**
   * The features of a workspace, from inside a transaction: values read by it are not cached.
   * @param read reads as part of the transaction
   */
  async within(orgId: string, read: (orgId: string) => Promise<FeatureChoices>): Promise<(feature: string) => boolean> {
    const deviations = this.#deviations.get(orgId) ?? this.#deviationsOf(await read(orgId))
    return (feature) => this.#isOn(feature, deviations)
  }

  /**
   * Drops a workspace from the memory of every process. Await it after the database has committed and before answering.
   * @throws Problem `service_unavailable` when the other processes can't be notified in time
   */
  async forget(orgId: string): Promise<void> {
    await this.#options.coherence.forget([orgId])
  }

  #recent(orgId: string, memory: CallerMemory | undefined): ReadonlySet<string> | undefined {
    const held = memory?.features
    const known = held === undefined ? undefined : this.#deviations.valueOf(held)
    if (known !== undefined) return known
    const entry = this.#deviations.entryOf(orgId)
    if (memory !== undefined) memory.features = entry
    return entry === undefined ? undefined : this.#deviations.valueOf(entry)
  }

  #isOn(feature: string, deviations: ReadonlySet<string>): boolean {
    return this.#defaults.has(feature) !== deviations.has(feature)
  }

  async #load(orgId: string): Promise<ReadonlySet<string>> {
    const loaded = await this.#deviations.load(orgId, async () => ({
      value: this.#deviationsOf(await this.#options.read(orgId)),
      subjects: [],
    }))
    return loaded ?? nothing
  }

  /** Most workspaces chose nothing; for them the cost does not grow with the build's plugins. */
  #deviationsOf(choices: FeatureChoices): ReadonlySet<string> {
    if (choices.size === 0) return nothing
    const differing = this.#options.graph.enabled(choices).symmetricDifference(this.#defaults)
    return differing.size === 0 ? nothing : differing
  }
}
