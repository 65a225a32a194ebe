import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from '@host/plugin'
import { createTestHost } from '@host/testing'
import { plugin } from './bookmarks.ts'

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8')

test('the plugin in the README is the one that is tested here', () => {
  const [, shown] = /^```ts\n([^]*?)^```$/m.exec(read('../../../../README.md')) ?? []
  assert.equal(shown, read('bookmarks.ts'))
})

test('the plugin in the README keeps each workspace apart and adds a bookmark once', async () => {
  await using host = await createTestHost({ plugins: [plugin] })
  const [owner, other] = [host.as('owner'), host.as('otherOwner')]
  const headers = { 'idempotency-key': 'readme-0001' }
  const add = () => owner.post('/api/x/bookmarks/links', { url: 'https://example.com/' }, { headers })
  const added = await add()
  assert.equal(added.status, 200)
  assert.deepEqual(await (await add()).json(), await added.json())
  const items = async (client: typeof owner) =>
    ((await (await client.get('/api/x/bookmarks/links')).json()) as Page<unknown>).items
  assert.equal((await items(owner)).length, 1)
  assert.deepEqual(await items(other), [])
})
