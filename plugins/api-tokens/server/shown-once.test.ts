import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost } from '@host/testing'
import { listTokens, type MintedToken } from '../shared.ts'
import { plugin } from './index.ts'

test('§I36 a repeated call that mints makes no second token and shows the first one no second time', async () => {
  await using host = await createTestHost({ plugins: [plugin] })
  const headers = { 'idempotency-key': 'a-build-robot' }
  const call = () => host.as('member').post('/api/tokens', { name: 'Robot' }, { headers })
  const first = await call()
  assert.equal(first.status, 201)
  const { token } = (await first.json()) as MintedToken
  const again = await call()
  const text = await again.text()
  assert.deepEqual([again.status, again.headers.get('idempotency-original-status')], [409, '201'])
  assert.match(text, /idempotency_not_kept/)
  assert.ok(!text.includes(token))
  assert.equal((await host.as('member').call(listTokens)).items.length, 1)
  const refused = () =>
    host.as('member').post('/api/tokens', { name: 'x', scopes: ['none.such'] }, { headers: { 'idempotency-key': 'k' } })
  assert.deepEqual([(await refused()).status, (await refused()).status], [400, 400])
})
