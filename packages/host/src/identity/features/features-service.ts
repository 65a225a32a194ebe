import { Problem, type Feature, type FeaturesService } from '@host/plugin'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { HostDatabase } from '../models.ts'
import type { FeatureGate } from './feature-gate.ts'
import type { FeatureGraph, FeatureNode } from './feature-graph.ts'
import { changeChoices, readChoices, type FeatureChoices } from './feature-store.ts'

/** Options of features. */
export interface FeaturesOptions {
  readonly db: HostDatabase
  readonly graph: FeatureGraph
  readonly gate: FeatureGate
  readonly recorder: ChangeRecorder
  /** Called when work held for a feature of a workspace may continue. */
  readonly reopened?: ((orgId: string) => void) | undefined
}

/** Makes the service `Features`. */
export function featuresService({ db, graph, gate, recorder, reopened }: FeaturesOptions): FeaturesService {
  return Object.freeze({
    isEnabled: (orgId, feature) => gate.isEnabled(orgId, feature),
    list: async (orgId) => {
      const on = graph.enabled(await readChoices(db, orgId))
      return graph.all().map((node) => describe(node, on.has(node.key)))
    },
    set: async (orgId, feature, enabled) => {
      const node = graph.get(feature)
      if (node === undefined) throw unknownFeature()
      if (node.core && !enabled) throw alwaysOn()
      const decide = enabled ? switchOn : switchOff
      const kind = enabled ? 'feature.switched_on' : 'feature.switched_off'
      await changeChoices(db, {
        orgId,
        decide: (choices) => decide(graph, feature, choices),
        record: (changed) => recorder.record({ kind, orgId, feature, changed: Object.fromEntries(changed) }),
      })
      await gate.forget(orgId)
      if (enabled) reopened?.(orgId)
    },
  } satisfies FeaturesService)
}

function describe(node: FeatureNode, enabled: boolean): Feature {
  const { key, core, requires, requiredBy, plugins } = node
  return { key, enabled, core, requires, requiredBy, plugins }
}

/** Takes along all that the feature needs and that is off. */
function switchOn(graph: FeatureGraph, feature: string, choices: FeatureChoices): ReadonlyMap<string, boolean> {
  const on = graph.enabled(choices)
  return new Map([...graph.needs(feature)].filter((key) => !on.has(key)).map((key) => [key, true]))
}

/**
 * Refuses while others need the feature. Features that need each other in a circle go together: none could ever be
 * the first otherwise.
 */
function switchOff(graph: FeatureGraph, feature: string, choices: FeatureChoices): ReadonlyMap<string, boolean> {
  const on = graph.enabled(choices)
  const needs = graph.needs(feature)
  const circle = [...graph.neededBy(feature)].filter((key) => needs.has(key))
  const dependents = [...graph.neededBy(feature)].filter((key) => !needs.has(key) && on.has(key)).toSorted()
  if (dependents.length > 0) {
    throw new Problem('feature_required', {
      detail: { en: `Needed by: ${dependents.join(', ')}.`, zh: `依赖此功能的有：${dependents.join('、')}。` },
      errors: dependents.map((key) => ({ path: 'requiredBy', message: key })),
    })
  }
  return new Map(circle.map((key) => [key, false]))
}

function unknownFeature(): Problem {
  return new Problem('not_found', {
    detail: { en: "This build doesn't have this feature.", zh: '此版本中没有该功能。' },
  })
}

function alwaysOn(): Problem {
  return new Problem('conflict', {
    detail: { en: 'This feature is always on.', zh: '该功能是每个工作区的组成部分。' },
  })
}
