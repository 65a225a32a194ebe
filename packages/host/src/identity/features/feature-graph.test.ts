import assert from 'node:assert/strict'
import { test } from 'node:test'
import { featurePlugin } from '../../../testing/identity/identity-lab.ts'
import { FeatureGraph } from './feature-graph.ts'

const on = (graph: FeatureGraph, choices: Readonly<Record<string, boolean>> = {}): string =>
  [...graph.enabled(new Map(Object.entries(choices)))].toSorted().join(' ')

test('plugins of one group are one feature, named after the plugin that has its name', () => {
  const graph = new FeatureGraph([
    featurePlugin('mail-in', { group: 'mail' }),
    featurePlugin('mail', { group: 'mail' }),
    featurePlugin('links'),
  ])
  assert.deepEqual(
    graph.all().map(({ key, plugins }) => [key, plugins]),
    [
      ['mail', ['mail', 'mail-in']],
      ['links', ['links']],
    ],
  )
})

test('requirements of a feature are known in both directions, across groups and without itself', () => {
  const graph = new FeatureGraph([
    featurePlugin('mail', { group: 'post', requires: ['domains', 'inbox'] }),
    featurePlugin('inbox', { group: 'post' }),
    featurePlugin('domains'),
  ])
  assert.deepEqual(graph.get('post')?.requires, ['domains'])
  assert.deepEqual(graph.get('domains')?.requiredBy, ['post'])
})

test('requirements of a core feature are core, and a default feature enables its requirements', () => {
  const graph = new FeatureGraph([
    featurePlugin('overview', { core: true, requires: ['a'] }),
    featurePlugin('a', { enabledByDefault: false, requires: ['b'] }),
    featurePlugin('b', { enabledByDefault: false }),
    featurePlugin('c', { requires: ['d'] }),
    featurePlugin('d', { enabledByDefault: false }),
    featurePlugin('e', { enabledByDefault: false }),
  ])
  assert.deepEqual(
    graph
      .all()
      .filter(({ core }) => core)
      .map(({ key }) => key),
    ['overview', 'a', 'b'],
  )
  assert.equal(on(graph), 'a b c d overview')
  assert.equal(on(graph, { overview: false, a: false, b: false }), 'a b c d overview', 'core can not be refused')
})

test('a feature is off while something that it needs is off, however it was chosen', () => {
  const graph = new FeatureGraph([
    featurePlugin('a', { requires: ['b'] }),
    featurePlugin('b', { requires: ['c'] }),
    featurePlugin('c'),
  ])
  assert.equal(on(graph, { a: true, c: false }), '')
  assert.equal(on(graph, { b: false }), 'c')
})

test('a circle of needs ends', () => {
  const graph = new FeatureGraph([
    featurePlugin('a', { requires: ['b'] }),
    featurePlugin('b', { requires: ['c'] }),
    featurePlugin('c', { requires: ['a'] }),
  ])
  assert.equal(on(graph), 'a b c')
  assert.equal(on(graph, { b: false }), '')
  assert.deepEqual([...graph.needs('a')].toSorted(), ['a', 'b', 'c'])
  assert.deepEqual([...graph.neededBy('a')].toSorted(), ['a', 'b', 'c'])
})
