import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soleCoherence } from '../../coherence/sole-coherence.ts'
import { featurePlugin } from '../testing/identity-lab.ts'
import { FeatureGate } from './feature-gate.ts'
import { FeatureGraph } from './feature-graph.ts'
import type { FeatureChoices } from './feature-store.ts'

test('a look into the database that began before a switch and ends after it keeps nothing in memory', async () => {
  const waiting: ((choices: FeatureChoices) => void)[] = []
  const read = () => new Promise<FeatureChoices>((resolve) => waiting.push(resolve))
  const gate = new FeatureGate({ read, graph: new FeatureGraph([featurePlugin('notes')]), coherence: soleCoherence() })
  const early = gate.isEnabled('org_1', 'notes')
  void gate.forget('org_1')
  waiting.shift()?.(new Map())
  assert.equal(await early, true, 'it began before the switch was answered')
  const late = gate.isEnabled('org_1', 'notes')
  waiting.shift()?.(new Map([['notes', false]]))
  assert.equal(await late, false)
  assert.equal(gate.isEnabled('org_1', 'notes'), false, 'now it is in memory')
})
