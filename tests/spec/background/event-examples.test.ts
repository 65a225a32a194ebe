/** The examples in the catalog of events, which receivers are written against. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnyModel } from '@host/plugin'
import { inTree } from '../../../apps/server/src/edition.ts'
import { hostEvents } from '../../../packages/host/src/domain-changes/host-events.ts'
import { scopeOf } from '../../../packages/host/src/request/route-scope.ts'
import { hostModels } from '../../../packages/host/src/models/host-models.ts'

const plugins = inTree.map(({ plugin }) => plugin)
const definitions = [...hostEvents, ...plugins.flatMap(({ events = [] }) => events)]
const models: readonly AnyModel[] = [...hostModels, ...plugins.flatMap((plugin) => plugin.models)]

const prefixes = new Set(
  models.flatMap(({ columns }) =>
    Object.values(columns).flatMap(({ kind, prefix }) => (kind === 'id' ? [prefix] : [])),
  ),
)
const features = new Set(plugins.map(({ name, info }) => info.group ?? name))
const scopes = new Set(
  plugins.flatMap(({ name, permissions = [] }) => [
    ...['GET', 'POST'].map((method) => scopeOf({ plugin: name, method })),
    ...permissions.map((permission) => permission.name),
  ]),
)

/** Every text in a value, with the name of its property. */
function textsIn(value: unknown, name = ''): readonly (readonly [name: string, text: string])[] {
  if (typeof value === 'string') return [[name, value]]
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, name))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => textsIn(each, key))
}

for (const { name, data, example } of definitions) {
  test(`§P19 the example of ${name} fits its schema, and its ids and scopes are those of the build`, async () => {
    const { issues } = await data['~standard'].validate(example)
    assert.equal(issues, undefined)
    for (const [property, text] of textsIn(example)) {
      if (property === 'scopes') assert.ok(scopes.has(text), `no scope "${text}"`)
      if (property === 'feature') assert.ok(features.has(text), `no feature "${text}"`)
      if (!/^(?:id|by)$|Id$/.test(property)) continue
      const [, prefix = ''] = /^([a-z]+)_[0-9a-hjkmnp-tv-z]{26}$/.exec(text) ?? []
      assert.ok(prefixes.has(prefix), `"${text}" of ${property} is not an id of the build`)
    }
  })
}

test('§P19 the catalog has events of the host and of plugins', () => assert.ok(definitions.length > 15))
