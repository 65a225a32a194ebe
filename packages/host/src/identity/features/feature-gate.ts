/**
 * Which features a workspace has on, in memory: kept per workspace as what differs from the build's defaults, which is
 * nothing for most. Whoever switches commits first, then calls `forget`, then answers; a look into the database that
 * began before keeps nothing when it ends, because the epoch has moved.
 */
import type { MaybePromise } from '@host/plugin'
import { RecentMap } from '../recent-map.ts'
import type { FeatureGraph } from './feature-graph.ts'
import type { FeatureChoices } from './feature-store.ts'

const capacity = 10_000
const nothing: ReadonlySet<string> = new Set()

/** What the gate stands on. */
export interface FeatureGateOptions {
  /** Reads what a workspace chose from the database. */
  readonly read: (orgId: string) => Promise<FeatureChoices>
  readonly graph: FeatureGraph
  readonly cache: boolean
}

export class FeatureGate {
  readonly #options: FeatureGateOptions
  readonly #defaults: ReadonlySet<string>
  readonly #deviations: RecentMap<string, ReadonlySet<string>> | undefined
  #epoch = 0

  constructor(options: FeatureGateOptions) {
    this.#options = options
    this.#defaults = options.graph.enabled(new Map())
    this.#deviations = options.cache ? new RecentMap(capacity) : undefined
  }

  /** Whether a feature is on in a workspace; synchronous when the workspace is in memory. */
  isEnabled(orgId: string, feature: string): MaybePromise<boolean> {
    const deviations = this.#deviations?.get(orgId)
    if (deviations !== undefined) return this.#isOn(feature, deviations)
    return this.#load(orgId).then((loaded) => this.#isOn(feature, loaded))
  }

  /** Drops a workspace from memory. Await it after the database has committed and before answering. */
  async forget(orgId: string): Promise<void> {
    this.#epoch += 1
    this.#deviations?.delete(orgId)
  }

  #isOn(feature: string, deviations: ReadonlySet<string>): boolean {
    return this.#defaults.has(feature) !== deviations.has(feature)
  }

  async #load(orgId: string): Promise<ReadonlySet<string>> {
    const epoch = this.#epoch
    const deviations = this.#deviationsOf(await this.#options.read(orgId))
    if (epoch === this.#epoch) this.#deviations?.set(orgId, deviations)
    return deviations
  }

  /** Most workspaces chose nothing; for them the cost does not grow with the build's plugins. */
  #deviationsOf(choices: FeatureChoices): ReadonlySet<string> {
    if (choices.size === 0) return nothing
    const differing = this.#options.graph.enabled(choices).symmetricDifference(this.#defaults)
    return differing.size === 0 ? nothing : differing
  }
}
