import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { hostile } from '@host/testing/hostile-lab'
import { listDeliveries, listEvents, readDelivery, rotateSecret, sendTest } from '../shared.ts'
import { answers, openWebhookLab, type WebhookLab } from './testing/webhook-lab.ts'

const only = async ({ host }: WebhookLab, id: string) => {
  const { items } = await host.as('admin').call(listDeliveries, { id })
  assert.equal(items.length, 1)
  return await host.as('admin').call(readDelivery, { id, deliveryId: items[0]?.id ?? '' })
}

/** As `verify` of the public package, at the host's time. */
function verify({ host }: WebhookLab, secret: string, sent: ReturnType<WebhookLab['got']>[number]): unknown {
  const drift = Math.floor(host.clock.now() / 1000) - Number(sent.headers['webhook-timestamp'])
  assert.ok(Math.abs(drift) <= 1, 'the timestamp is that of the try')
  const now = Date.now
  Date.now = host.clock.now
  try {
    return new Webhook(secret).verify(sent.body, sent.headers)
  } finally {
    Date.now = now
  }
}

test('§P21 an event is sent signed by the Standard Webhooks specification, once, and is recorded with its answer', async () => {
  await using lab = await openWebhookLab()
  const { id, secret } = await lab.add(lab.site.at('/ok', hostile.text('thanks')), { events: ['note.created'] })
  await lab.publish('nte_1')
  await lab.publish('nte_2', 'deleted')
  const [sent, ...more] = lab.got('/ok')
  assert.ok(sent !== undefined && more.length === 0)
  const message = verify(lab, secret, sent) as Record<string, unknown>
  const { timestamp, ...rest } = message
  assert.deepEqual(rest, { type: 'note.created', workspaceId: lab.host.workspaces.here, data: { noteId: 'nte_1' } })
  assert.match(String(timestamp), /^\d{4}-.*Z$/)
  const delivery = await only(lab, id)
  assert.deepEqual([delivery.state, delivery.status, delivery.attempts], ['delivered', 200, 1])
  assert.deepEqual([delivery.id, delivery.body], [sent.headers['webhook-id'], sent.body])
  assert.equal(delivery.tries[0]?.body, 'thanks')
  lab.host.clock.advance({ days: 4 })
  await lab.host.settleJobs()
  assert.equal(lab.got('/ok').length, 1, 'what arrived is never sent again')
})

test('§P21 a secret that is rotated signs beside the former one for 24 hours', async () => {
  await using lab = await openWebhookLab()
  const { id, secret: former } = await lab.add(lab.site.at('/ok', hostile.text('')))
  const { secret: present } = await lab.host.as('admin').call(rotateSecret, { id })
  await lab.publish('nte_1')
  lab.host.clock.advance({ hours: 25 })
  await lab.publish('nte_2')
  const [during, after] = lab.got('/ok')
  assert.ok(during !== undefined && after !== undefined)
  verify(lab, present, after)
  assert.throws(() => verify(lab, former, after))
  const signatures = (during.headers['webhook-signature'] ?? '').split(' ')
  assert.equal(signatures.length, 2)
  for (const secret of [former, present]) {
    const at = new Date(Number(during.headers['webhook-timestamp']) * 1000)
    const signature: string = new Webhook(secret).sign(during.headers['webhook-id'] ?? '', at, during.body)
    assert.ok(signatures.includes(signature))
  }
})

test('§P22 retries over 3 days: a delivery without a 2xx is sent ten times in all, each at its time, with the same id and a new timestamp', async () => {
  await using lab = await openWebhookLab()
  const { id } = await lab.add(lab.site.at('/down', answers(500)))
  await lab.publish('nte_1')
  const started = lab.host.clock.now()
  const [minute, hour] = [60, 3600]
  const delays = [5, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)]
  for (const [index, delay] of delays.entries()) {
    lab.host.clock.advance({ seconds: delay - 1 })
    await lab.host.settleJobs()
    assert.equal(lab.got('/down').length, index + 1, `nothing is sent before ${delay} s`)
    lab.host.clock.advance({ seconds: delay * 0.1 + 3 })
    await lab.host.settleJobs()
    assert.equal(lab.got('/down').length, index + 2)
  }
  assert.ok(lab.host.clock.now() - started > 3 * 24 * hour * 1000)
  const delivery = await only(lab, id)
  assert.deepEqual(
    [delivery.state, delivery.attempts, delivery.nextTryAt, delivery.error],
    ['failed', 10, null, 'status'],
  )
  assert.deepEqual([delivery.tries.length, delivery.tries[0]?.number], [10, 10])
  const stamps = new Set(lab.got('/down').map(({ headers }) => headers['webhook-timestamp']))
  const ids = new Set(lab.got('/down').map(({ headers }) => headers['webhook-id']))
  assert.deepEqual([stamps.size, ids.size], [10, 1])
  lab.host.clock.advance({ days: 4 })
  await lab.host.settleJobs()
  assert.equal(lab.got('/down').length, 10)
})

test('§P22 §P26 Retry-After is honoured, and no redirect is followed', async () => {
  await using lab = await openWebhookLab()
  const { id } = await lab.add(lab.site.at('/busy', answers(503, { 'retry-after': '7200' })))
  const moved = await lab.add(lab.site.at('/moved', hostile.redirect('/elsewhere', 307)))
  lab.site.at('/elsewhere', hostile.text('here'))
  await lab.publish('nte_1')
  lab.host.clock.advance({ seconds: 7190 })
  await lab.host.settleJobs()
  assert.equal(lab.got('/busy').length, 1)
  lab.host.clock.advance({ seconds: 12 })
  await lab.host.settleJobs()
  assert.equal(lab.got('/busy').length, 2)
  assert.equal((await only(lab, id)).status, 503)
  const { status: answered, error } = await only(lab, moved.id)
  assert.deepEqual([answered, error, lab.got('/elsewhere').length], [307, 'redirect', 0])
})

test('a test sends the example once, says that it is one, and counts for nothing', async () => {
  await using lab = await openWebhookLab()
  const { id, secret } = await lab.add(lab.site.at('/test', answers(500)))
  const { items: events } = await lab.host.as('admin').call(listEvents)
  assert.ok(events.some(({ name, isOn }) => name === 'note.created' && isOn))
  await lab.host.as('admin').call(sendTest, { id, event: 'note.deleted' })
  await lab.host.settleJobs()
  const [sent] = lab.got('/test')
  assert.ok(sent !== undefined)
  assert.deepEqual((verify(lab, secret, sent) as { test: boolean; type: string }).test, true)
  const delivery = await only(lab, id)
  assert.deepEqual([delivery.state, delivery.isTest, delivery.nextTryAt], ['failed', true, null])
  const { lastDay, failingSince } = (await (await lab.host.as('admin').get(`/api/webhooks/${id}`)).json()) as {
    lastDay: unknown
    failingSince: unknown
  }
  assert.deepEqual([lastDay, failingSince], [{ succeeded: 0, failed: 0 }, null])
  assert.equal((await lab.host.as('admin').post(`/api/webhooks/${id}/test`, { event: 'none.such' })).status, 400)
})

test('§P27 secrets are removed from the log, wherever an endpoint repeats them', async () => {
  await using lab = await openWebhookLab()
  const { id, secret } = await lab.add(
    lab.site.at('/echo', (request, response) => {
      const text = JSON.stringify({ ...request.headers, authorization: 'Bearer abc123def456', secret: 'x' })
      response.writeHead(200, { 'x-api-key': 'shown-to-nobody' }).end(`${text} ${lab.host.workspaces.here}`)
    }),
  )
  await lab.publish('nte_1')
  const text = JSON.stringify([await only(lab, id), lab.host.logs])
  const [sent] = lab.got('/echo')
  for (const hidden of [
    secret.slice(6, 20),
    'abc123def456',
    'shown-to-nobody',
    sent?.headers['webhook-signature'] ?? '',
  ]) {
    assert.ok(!text.includes(hidden), hidden)
  }
  assert.ok(text.includes(lab.host.workspaces.here))
})
