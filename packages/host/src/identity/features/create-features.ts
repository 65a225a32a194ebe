import type { Coherence } from '../../security/coherence/coherence.ts'
import type { HostDatabase } from '../models.ts'
import { FeatureGate } from './feature-gate.ts'
import { FeatureGraph, type FeaturePlugin } from './feature-graph.ts'
import { readChoices } from './feature-store.ts'

/** The features of a build, and those of each workspace. */
export interface HostFeatures {
  readonly graph: FeatureGraph
  /** Synchronous when the workspace is in memory. */
  readonly gate: FeatureGate
}

/** Options of features. */
export interface HostFeaturesOptions {
  readonly db: HostDatabase
  readonly plugins: readonly FeaturePlugin[]
  readonly coherence: Coherence
}

/** Creates the features of a host. They need no other part of identity, and jobs and events depend on them. */
export function createFeatures({ db, plugins, coherence }: HostFeaturesOptions): HostFeatures {
  const graph = new FeatureGraph(plugins)
  return Object.freeze({ graph, gate: new FeatureGate({ read: (orgId) => readChoices(db, orgId), graph, coherence }) })
}
