import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost } from '@host/testing'
import { demo } from './demo.ts'
import { plugin } from './plugin.ts'
import { createItem, listItems } from './shared.ts'

const options = { plugins: [plugin], fill: demo }

test('a member adds an item, and everyone in the workspace sees it', async () => {
  await using host = await createTestHost(options)
  const item = await host.as('member').call(createItem, { title: ' Second ' })
  assert.equal(item.title, 'Second')
  const { items } = await host.as('admin').call(listItems)
  assert.deepEqual(items.map(({ title }) => title).sort(), ['First', 'Second'])
})

test('a call that is repeated with its idempotency key adds one item', async () => {
  await using host = await createTestHost(options)
  const add = () =>
    host
      .as('member')
      .post('/api/x/blank-plugin/items', { title: 'Once' }, { headers: { 'idempotency-key': 'add-once' } })
  const [first, repeat] = [await add(), await add()]
  assert.equal(repeat.headers.get('idempotency-replayed'), 'true')
  assert.deepEqual(await repeat.json(), await first.json())
  assert.equal((await host.as('member').call(listItems)).items.length, 2)
})

test('another workspace sees its own items only', async () => {
  await using host = await createTestHost(options)
  await host.as('member').call(createItem, { title: 'Secret' })
  const { items } = await host.as('otherOwner').call(listItems)
  assert.deepEqual(
    items.map(({ title }) => title),
    ['First'],
  )
})

test('an anonymous client reads nothing', async () => {
  await using host = await createTestHost(options)
  assert.equal((await host.as('anonymous').get('/api/x/blank-plugin/items')).status, 401)
})

test('an empty title is refused with the field named', async () => {
  await using host = await createTestHost(options)
  const answer = await host.as('member').post('/api/x/blank-plugin/items', { title: ' ' })
  assert.equal(answer.status, 400)
  assert.match(await answer.text(), /"path":"title"/)
})
