import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soleCoherence } from '../../security/coherence/sole-coherence.ts'
import { featurePlugin } from '../../../testing/identity/identity-lab.ts'
import { CallerMemory } from '../../request/caller-memory.ts'
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

test('a switch applies to a caller with outdated memory, and a current one is not looked up', async () => {
  const choices = new Map([['notes', true]])
  let reads = 0
  const read = async () => {
    reads += 1
    return new Map(choices)
  }
  const gate = new FeatureGate({ read, graph: new FeatureGraph([featurePlugin('notes')]), coherence: soleCoherence() })
  const memories = [new CallerMemory(), new CallerMemory()]
  const seen = async () =>
    await Promise.all(memories.map(async (memory) => await gate.isEnabled('org_1', 'notes', memory)))
  await gate.isEnabled('org_1', 'notes')
  assert.deepEqual(await seen(), [true, true])
  assert.notEqual(memories[0]?.features, undefined)
  choices.set('notes', false)
  await gate.forget('org_1')
  await gate.isEnabled('org_1', 'notes', memories[0])
  assert.deepEqual(await seen(), [false, false])
  assert.deepEqual(await seen(), [false, false])
  assert.equal(reads, 2)
})
