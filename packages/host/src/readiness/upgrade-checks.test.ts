import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UpgradeChange, UpgradeCheck } from '@host/plugin/platform'
import { boundedCheck, createUpgradeChecks } from './upgrade-checks.ts'

const long = 'x'.repeat(10_000)
const changesOf = (count: number, isBreaking: boolean): readonly UpgradeChange[] =>
  Array.from({ length: count }, (_, at) => ({ kind: 'route', name: `${at} ${long}`, change: 'removed', isBreaking }))
const pluginOf = (plugin: string, changes: readonly UpgradeChange[]) => ({
  plugin,
  from: '1.0.0',
  to: '2.0.0',
  requiredVersion: null,
  changes,
})
const check: UpgradeCheck = {
  checkedAt: '2026-11-02T10:00:00.000Z',
  present: { version: '1.0.0', digest: 'a' },
  next: { version: long, digest: long },
  failure: long,
  database: { statements: 5_000, unsafe: Array.from({ length: 5_000 }, () => long) },
  wayBack: long,
  added: Array.from({ length: 5_000 }, () => long),
  removed: [],
  plugins: [
    pluginOf('calm', changesOf(1_000, false)),
    pluginOf('rough', [...changesOf(150, true), ...changesOf(1_000, false)]),
  ],
  left: 0,
}

test('a report has a size that another executable can not choose, and loses breaking changes last', () => {
  const bounded = boundedCheck(check)
  assert.ok(JSON.stringify(bounded).length < 250_000)
  const kept = bounded.plugins?.flatMap(({ changes }) => changes) ?? []
  assert.equal(kept.filter(({ isBreaking }) => isBreaking).length, 150)
  assert.equal(kept.length + bounded.left, 2_150)
  assert.deepEqual(boundedCheck(bounded), bounded, 'one that fits stays as it is')
})

test('a report of another form is none', async () => {
  const read = async (plain: Readonly<Record<string, unknown>>) =>
    await createUpgradeChecks({
      read: async () => ({ plain, sealed: {}, revision: 1 }),
    }).last()
  assert.deepEqual(await read({ format: 1, check }), check)
  assert.deepEqual([await read({}), await read({ format: 2, check })], [undefined, undefined])
})
