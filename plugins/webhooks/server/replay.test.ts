import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeEndpoint, listDeliveries, replay, type ReplayChoice } from '../shared.ts'
import { answers, openWebhookLab, type WebhookLab } from './testing/webhook-lab.ts'

const listed = async ({ host }: WebhookLab, id: string) => (await host.as('admin').call(listDeliveries, { id })).items
const notes = (lab: WebhookLab, path: string) =>
  lab.got(path).map(({ body }) => (JSON.parse(body) as { data: { noteId: string } }).data.noteId)

async function replaySince(lab: WebhookLab, id: string, { since, only }: { since: number; only: ReplayChoice }) {
  const wanted = { id, since: new Date(since).toISOString(), only }
  const { jobId } = await lab.host.as('admin').call(replay, wanted)
  assert.match(jobId ?? '', /^job_/)
  await lab.host.settleJobs()
}

test('§P25 one delivery is sent again at once, with its id, wherever it stands', async () => {
  await using lab = await openWebhookLab()
  const { id } = await lab.add(lab.site.at('/hook', answers(500)))
  await lab.publish('nte_1')
  const [delivery] = await listed(lab, id)
  assert.equal(delivery?.state, 'waiting')
  lab.site.at('/hook', answers(200))
  const again = () => lab.host.as('admin').call(replay, { id, deliveryId: delivery?.id ?? '' })
  assert.deepEqual(await again(), { jobId: null })
  await lab.host.settleJobs()
  assert.deepEqual(
    (await listed(lab, id)).map(({ state, attempts }) => [state, attempts]),
    [['delivered', 2]],
  )
  await again()
  await lab.host.settleJobs()
  lab.host.clock.advance({ days: 4 })
  await lab.host.settleJobs()
  assert.equal(lab.got('/hook').length, 3, 'the job of the former run sends nothing')
  assert.equal(new Set(lab.got('/hook').map(({ headers }) => headers['webhook-id'])).size, 1)
})

test('§P50 one replayed delivery respects the concurrency and the rate of its endpoint', async (context) => {
  await using lab = await openWebhookLab()
  const { id } = await lab.add(lab.site.at('/hook', answers(200)), { concurrency: 1 })
  const other = await lab.add(lab.site.at('/other', answers(200)))
  await lab.publish('nte_1')
  const againAt = async (endpoint: string): Promise<void> => {
    const first = (await listed(lab, endpoint)).at(-1)
    await lab.host.as('admin').call(replay, { id: endpoint, deliveryId: first?.id ?? '' })
  }
  const again = () => againAt(id)
  const busy = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const most = { now: 0, ever: 0 }
  lab.site.at('/hook', (_request, response) => {
    most.now += 1
    most.ever = Math.max(most.ever, most.now)
    busy.resolve()
    void letGo.promise.then(() => {
      most.now -= 1
      response.writeHead(200).end()
    })
  })
  const published = lab.publish('nte_2')
  await busy.promise
  await again()
  await againAt(other.id)
  // By then every job that could begin has begun.
  await context.waitFor(() => assert.equal(lab.got('/other').length, 3), { interval: 5, timeout: 60_000 })
  letGo.resolve()
  await published
  await lab.host.settleJobs()
  assert.deepEqual([lab.got('/hook').length, most.ever], [3, 1])
  lab.site.at('/hook', answers(200))
  await lab.host.as('admin').call(changeEndpoint, { id, ratePerMinute: 1 })
  await again()
  await lab.host.settleJobs()
  await again()
  await lab.host.settleJobs()
  assert.equal(lab.got('/hook').length, 4, 'the second one waits for its minute')
  lab.host.clock.advance({ minutes: 1 })
  await lab.host.settleJobs()
  assert.equal(lab.got('/hook').length, 5)
})

test('§P25 a replay resends failed deliveries since a moment, and nothing twice', async () => {
  await using lab = await openWebhookLab()
  const { id } = await lab.add(lab.site.at('/hook', answers(200)))
  await lab.publish('nte_arrived')
  lab.site.at('/hook', answers(410))
  await lab.publish('nte_old')
  await lab.host.as('admin').call(changeEndpoint, { id, isEnabled: true })
  lab.host.clock.advance({ hours: 2 })
  const since = lab.host.clock.now()
  lab.host.clock.advance({ hours: 1 })
  await lab.publish('nte_failed')
  await lab.host.as('admin').call(changeEndpoint, { id, isEnabled: true })
  lab.site.at('/hook', answers(200))
  await replaySince(lab, id, { since, only: 'failed' })
  assert.deepEqual(notes(lab, '/hook'), ['nte_arrived', 'nte_old', 'nte_failed', 'nte_failed'])
  await replaySince(lab, id, { since, only: 'failed' })
  assert.equal(lab.got('/hook').length, 4)
  await replaySince(lab, id, { since, only: 'all' })
  assert.deepEqual(notes(lab, '/hook').slice(4), ['nte_failed'])
})

test('a replay makes up for the events that an endpoint missed, and those that it wants alone', async () => {
  await using lab = await openWebhookLab()
  const since = lab.host.clock.now()
  await lab.publish('nte_before')
  const { id } = await lab.add(lab.site.at('/hook', answers(200)), { events: ['note.created'] })
  await lab.host.as('admin').call(changeEndpoint, { id, isEnabled: false })
  await lab.publish('nte_during')
  await lab.publish('nte_other', 'deleted')
  const refused = await lab.host
    .as('admin')
    .post(`/api/webhooks/${id}/replay`, { since: new Date(since).toISOString() })
  assert.equal(refused.status, 409)
  await lab.host.as('admin').call(changeEndpoint, { id, isEnabled: true })
  lab.host.clock.advance({ minutes: 1 })
  await replaySince(lab, id, { since, only: 'missed' })
  assert.deepEqual(notes(lab, '/hook').toSorted(), ['nte_before', 'nte_during'])
  await replaySince(lab, id, { since, only: 'missed' })
  assert.equal(lab.got('/hook').length, 2)
})

test('a replay asks for one delivery or for a moment', async () => {
  await using lab = await openWebhookLab()
  const { id } = await lab.add(lab.site.at('/hook', answers(200)))
  for (const body of [
    {},
    { only: 'all' },
    { deliveryId: 'msg_1', since: '2026-01-01T00:00:00Z' },
    { since: 'yesterday' },
  ]) {
    assert.equal((await lab.host.as('admin').post(`/api/webhooks/${id}/replay`, body)).status, 400)
  }
  assert.equal((await lab.host.as('admin').post(`/api/webhooks/${id}/replay`, { deliveryId: 'msg_1' })).status, 404)
})

test('a delivery that is sent again while it waits is tried by its new run alone', async () => {
  await using lab = await openWebhookLab()
  const { id } = await lab.add(lab.site.at('/hook', answers(500)))
  await lab.publish('nte_1')
  const [delivery] = await listed(lab, id)
  await lab.host.as('admin').call(replay, { id, deliveryId: delivery?.id ?? '' })
  await lab.host.settleJobs()
  assert.equal(lab.got('/hook').length, 2)
  lab.host.clock.advance({ seconds: 7 })
  await lab.host.settleJobs()
  assert.equal(lab.got('/hook').length, 3)
})
