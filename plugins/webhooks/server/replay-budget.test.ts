import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listDeliveries, replay, sendTest, webhookLimits } from '../shared.ts'
import { answers, openWebhookLab } from './testing/webhook-lab.ts'

const { unprovenReplays: most } = webhookLimits

test('§P65 an endpoint that has not answered with 2xx gets few replayed deliveries an hour, and all of them once it has', async () => {
  await using lab = await openWebhookLab()
  const first = await lab.add(lab.site.at('/first', answers(200)))
  for (let note = 0; note < most + 5; note += 1) await lab.publish(`nte_${note}`)
  assert.equal(lab.got('/first').length, most + 5)
  const { id } = await lab.add(lab.site.at('/hook', answers(500)))
  const since = new Date(lab.host.clock.now() - 3_600_000).toISOString()
  const replayAll = async () => {
    await lab.host.as('admin').call(replay, { id, since, only: 'missed' })
    await lab.host.settleJobs()
  }
  await assert.rejects(replayAll(), { code: 'too_many_requests' })
  assert.equal(lab.got('/hook').length, 0)
  lab.site.at('/hook', answers(200))
  await lab.host.as('admin').call(sendTest, { id })
  await lab.host.settleJobs()
  await replayAll()
  assert.equal(lab.got('/hook').length, 1 + most + 5)
  assert.ok(first.id !== id)
})

test('§P65 replays of single deliveries count too', async () => {
  await using lab = await openWebhookLab()
  const { id } = await lab.add(lab.site.at('/hook', answers(500)))
  await lab.publish('nte_1')
  const { items } = await lab.host.as('admin').call(listDeliveries, { id })
  const again = async () => await lab.host.as('admin').call(replay, { id, deliveryId: items[0]?.id ?? '' })
  for (let place = 0; place < most; place += 1) await again()
  await assert.rejects(again(), { code: 'too_many_requests' })
})
