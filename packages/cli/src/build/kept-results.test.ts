import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readdirSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { KeptResults } from './kept-results.ts'

test('a result is kept for its source and its kind, until no build has used it for two weeks', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'host-results-'))
  const results = new KeptResults(join(folder.path, 'new'))
  let made = 0
  const ask = async (source: string, ending = 'txt') =>
    String(await results.get(source, ending, () => Buffer.from(`${source} ${(made += 1)}`)))
  assert.deepEqual([await ask('a'), await ask('a'), await ask('b')], ['a 1', 'a 1', 'b 2'])
  assert.equal(await ask('a', 'map'), 'a 3')
  const old = new Date(Date.now() - 15 * 24 * 60 * 60_000)
  const age = () => {
    for (const name of readdirSync(join(folder.path, 'new'))) utimesSync(join(folder.path, 'new', name), old, old)
  }
  age()
  assert.equal(await ask('a'), 'a 1', 'a use renews it')
  await results.removeUnused()
  assert.equal(readdirSync(join(folder.path, 'new')).length, 1)
  assert.deepEqual([await ask('a'), await ask('b')], ['a 1', 'b 4'])
})

test('a result that can not be made is not kept, and nothing is left of it', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'host-results-'))
  const results = new KeptResults(folder.path)
  await assert.rejects(
    results.get('a', 'txt', () => Promise.reject(new Error('planted'))),
    /planted/,
  )
  assert.deepEqual(readdirSync(folder.path), [])
  assert.equal(String(await results.get('a', 'txt', () => Buffer.from('made'))), 'made')
})

test('builds that ask at once get the same, and none reads half of a file', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'host-results-'))
  const content = Buffer.alloc(1_000_000, 7)
  const asked = Array.from({ length: 8 }, () => new KeptResults(folder.path).get('a', 'bin', async () => content))
  for (const result of await Promise.all(asked)) assert.ok(content.equals(result))
  assert.equal(readdirSync(folder.path).length, 1)
})
