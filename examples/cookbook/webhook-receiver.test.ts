import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { createTestHost } from '@host/testing'
import { addHook, listDeliveries, plugin } from './webhook-receiver.ts'

const signingSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

test('a signed delivery is stored once, in the workspace of its address', async () => {
  await using host = await createTestHost({ plugins: [plugin] })
  const { path } = await host.as('admin').call(addHook, { signingSecret })
  const deliver = async (id: string, { body = '{"title":"Paid"}', to = path, sent = '' } = {}) => {
    const time = String(Math.floor(host.clock.now() / 1000))
    const key = Buffer.from(signingSecret.slice('whsec_'.length), 'base64')
    const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
    const headers = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }
    return (await host.as('anonymous').post(to, sent || body, { headers })).status
  }

  assert.equal(await deliver('msg_1'), 204)
  assert.equal(await deliver('msg_1'), 204)
  assert.deepEqual(await host.as('member').call(listDeliveries), { items: [{ deliveryId: 'msg_1', title: 'Paid' }] })

  assert.equal(await deliver('msg_2', { sent: '{"title":"Void"}' }), 400)
  assert.equal(await deliver('msg_2', { body: '[]' }), 400)
  assert.equal(await deliver('msg_2', { to: '/api/x/inbox/receive/unknown' }), 404)
  assert.deepEqual((await host.as('otherOwner').call(listDeliveries)).items, [])
  await host.switchFeature('inbox', false)
  assert.equal(await deliver('msg_2'), 404)
  await host.switchFeature('inbox', true)
  assert.equal((await host.as('member').call(listDeliveries)).items.length, 1)
})
