import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostile, type SiteAnswer } from '@host/testing/hostile-lab'
import { changeEndpoint, listDeliveries, readEndpoint } from '../shared.ts'
import { answers, openWebhookLab, type WebhookLab } from './testing/webhook-lab.ts'

const states = async ({ host }: WebhookLab, id: string) =>
  (await host.as('admin').call(listDeliveries, { id })).items.map(({ state }) => state)

test('§P23 410 disables the endpoint at once with a notification, and stops its pending deliveries', async () => {
  await using lab = await openWebhookLab()
  const { id } = await lab.add(lab.site.at('/gone', answers(500)))
  await lab.publish('nte_1')
  lab.site.at('/gone', answers(410))
  await lab.publish('nte_2')
  const { isEnabled, disabledReason } = await lab.host.as('admin').call(readEndpoint, { id })
  assert.deepEqual([isEnabled, disabledReason], [false, 'gone'])
  assert.deepEqual(await states(lab, id), ['failed', 'stopped'])
  assert.deepEqual(
    lab.notifications.map(({ to, category, path }) => ({ to, category, path })),
    [
      {
        to: { orgId: lab.host.workspaces.here, role: 'admin' },
        category: 'endpoint-disabled',
        path: `/webhooks/${id}`,
      },
    ],
  )
  await lab.publish('nte_3')
  lab.host.clock.advance({ days: 4 })
  await lab.host.settleJobs()
  assert.equal(lab.got('/gone').length, 2, 'a disabled endpoint gets nothing')
  assert.equal((await lab.host.as('admin').post(`/api/webhooks/${id}/test`, {})).status, 409)
})

test('§P23 five days of failure disable an endpoint, one success begins them again, and an admin switches it on again', async () => {
  await using lab = await openWebhookLab()
  const { id } = await lab.add(lab.site.at('/flaky', answers(500)))
  const read = () => lab.host.as('admin').call(readEndpoint, { id })
  await lab.publish('nte_1')
  lab.host.clock.advance({ days: 4, hours: 23 })
  lab.site.at('/flaky', answers(200))
  await lab.publish('nte_2')
  assert.equal((await read()).failingSince, null)
  lab.site.at('/flaky', answers(500))
  await lab.publish('nte_3')
  lab.host.clock.advance({ days: 4, hours: 23 })
  await lab.publish('nte_4')
  assert.deepEqual([(await read()).isEnabled, lab.notifications.length], [true, 0])
  lab.host.clock.advance({ hours: 2 })
  await lab.publish('nte_5')
  const { isEnabled, disabledReason } = await read()
  assert.deepEqual([isEnabled, disabledReason, lab.notifications.length], [false, 'failing', 1])
  lab.site.at('/flaky', answers(200))
  const enabled = await lab.host.as('admin').call(changeEndpoint, { id, isEnabled: true })
  assert.deepEqual([enabled.isEnabled, enabled.disabledReason, enabled.failingSince], [true, null, null])
  await lab.publish('nte_6')
  assert.equal((await states(lab, id))[0], 'delivered')
  await lab.host.as('admin').call(changeEndpoint, { id, isEnabled: false })
  await lab.publish('nte_7')
  assert.equal((await states(lab, id)).length, 6)
})

test('§P24 an endpoint gets at most its concurrent requests, and a dead one delays no other', async (context) => {
  await using lab = await openWebhookLab()
  const held: (() => void)[] = []
  const most = { now: 0, ever: 0 }
  const hold: SiteAnswer = (_request, response) => {
    most.now += 1
    most.ever = Math.max(most.ever, most.now)
    held.push(() => {
      most.now -= 1
      response.writeHead(200).end()
    })
  }
  const slow = await lab.add(lab.site.at('/slow', hold), { concurrency: 2 })
  await lab.add(lab.site.at('/quick', hostile.text('')))
  const publishing = Promise.all(Array.from({ length: 8 }, (_, index) => lab.publish(`nte_${index}`)))
  const patience = { interval: 5, timeout: 60_000 }
  await context.waitFor(() => {
    assert.equal(lab.got('/quick').length, 8, 'the other endpoint has everything while this one keeps silent')
    assert.equal(held.length, 2)
  }, patience)
  const letGo = setInterval(() => held.splice(0).forEach((answer) => answer()), 5)
  await publishing
  clearInterval(letGo)
  assert.equal(most.ever, 2)
  assert.equal((await states(lab, slow.id)).filter((state) => state === 'delivered').length, 8)
})

test('§P24 a rate spaces the requests to an endpoint evenly', async () => {
  await using lab = await openWebhookLab()
  const { id } = await lab.add(lab.site.at('/paced', answers(200)), { ratePerMinute: 2 })
  for (let index = 0; index < 4; index += 1) await lab.publish(`nte_${index}`)
  const counts = [lab.got('/paced').length]
  for (let step = 0; step < 3; step += 1) {
    lab.host.clock.advance({ seconds: 29 })
    await lab.host.settleJobs()
    counts.push(lab.got('/paced').length)
    lab.host.clock.advance({ seconds: 1 })
    await lab.host.settleJobs()
    counts.push(lab.got('/paced').length)
  }
  assert.deepEqual(counts, [1, 1, 2, 2, 3, 3, 4])
  assert.ok((await states(lab, id)).every((state) => state === 'delivered'))
})

test('§P47 an endpoint with a rate gets its messages a minute again after a clock was a year ahead', async () => {
  await using lab = await openWebhookLab()
  const { id } = await lab.add(lab.site.at('/paced', answers(200)), { ratePerMinute: 1 })
  lab.host.clock.advance({ days: 365 })
  await lab.publish('nte_1')
  await lab.publish('nte_2')
  assert.equal(lab.got('/paced').length, 1)
  lab.host.clock.advance({ days: -365 })
  await lab.publish('nte_3')
  await lab.publish('nte_4')
  assert.equal(lab.got('/paced').length, 2, 'one of them at once')
  lab.host.clock.advance({ minutes: 1 })
  await lab.host.settleJobs()
  assert.equal(lab.got('/paced').length, 3, 'and the other one a minute later')
  assert.equal((await states(lab, id)).filter((state) => state === 'delivered').length, 3)
})
