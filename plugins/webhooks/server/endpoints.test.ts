import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { AuditLog } from '@host/plugin/platform'
import { hostile } from '@host/testing/hostile-lab'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  listDeliveries,
  listEndpoints,
  readEndpoint,
  rotateSecret,
  webhookLimits,
} from '../shared.ts'
import { openWebhookLab, type WebhookLab } from './testing/webhook-lab.ts'

interface Refusal {
  readonly code: string
  readonly errors?: readonly { readonly path: string }[]
}

suite('the endpoints of a workspace', () => {
  let lab: WebhookLab
  before(async () => {
    lab = await openWebhookLab()
  })
  after(() => lab[Symbol.asyncDispose]())
  const admin = () => lab.host.as('admin')
  const refusal = async (path: string, body: object, method = 'POST') => {
    const answer = await admin().send(method, path, { body })
    const { code, errors = [] } = (await answer.json()) as Refusal
    return [answer.status, code, ...errors.map(({ path: field }) => field)]
  }

  test('§P26 private destinations are refused when an endpoint is saved, naming the field', async () => {
    lab.lab.names.set('inside.example', ['10.0.0.1'])
    lab.lab.names.set('public.example', ['93.184.215.14'])
    const { id } = await lab.add('https://public.example/hook')
    for (const url of [
      'https://inside.example/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'http://public.example/',
      'ftp://x/',
    ]) {
      const expected = [400, 'destination_not_allowed', 'url']
      assert.deepEqual(await refusal('/api/webhooks', { url, events: ['*'] }), expected, url)
      assert.deepEqual(await refusal(`/api/webhooks/${id}`, { url }, 'PATCH'), expected, url)
    }
    assert.equal((await admin().call(readEndpoint, { id })).url, 'https://public.example/…')
    await admin().call(deleteEndpoint, { id })
  })

  test('§P26 a name that points inside later is refused at the request, and nothing is connected to', async () => {
    lab.lab.names.set('moving.example', [lab.site.address], [lab.site.address], [lab.lab.listener.address])
    const { id } = await lab.add(lab.site.url('/hook', 'moving.example'))
    lab.lab.names.set('moving.example', [lab.lab.listener.address])
    await lab.publish('nte_1')
    const { items } = await admin().call(listDeliveries, { id })
    assert.deepEqual([items[0]?.error, items[0]?.status, items[0]?.state], ['destination_not_allowed', null, 'waiting'])
    assert.equal(lab.lab.listener.connections, 0)
    await admin().call(deleteEndpoint, { id })
  })

  test('all wrong fields are named, and an unknown event is refused', async () => {
    const wrong = { url: '', events: [], concurrency: 11, ratePerMinute: 0, more: 1 }
    const [code, , ...fields] = await refusal('/api/webhooks', wrong)
    assert.equal(code, 400)
    for (const field of ['url', 'events', 'concurrency', 'ratePerMinute']) assert.ok(fields.includes(field), field)
    const url = lab.site.url('/ok')
    const unknown = await refusal('/api/webhooks', { url, events: ['note.created', 'note.flew', 'ghost.*'] })
    assert.deepEqual(unknown, [400, 'invalid_input', 'events.1', 'events.2'])
    const long = `https://example.com/${'a'.repeat(webhookLimits.url)}`
    assert.deepEqual((await refusal('/api/webhooks', { url: long, events: ['*'] })).slice(0, 3), [
      400,
      'invalid_input',
      'url',
    ])
  })

  test('§P27 a secret is in the answer that made it and nowhere else: not in lists, the audit log, the log or a repeated answer', async () => {
    const draft = { url: lab.site.at('/ok', hostile.text('')), events: ['*'], description: 'Billing' }
    const headers = { 'idempotency-key': 'made-once' }
    const first = await admin().post('/api/webhooks', draft, { headers })
    const { endpoint, secret } = (await first.json()) as { endpoint: { id: string }; secret: string }
    const again = await admin().post('/api/webhooks', draft, { headers })
    assert.deepEqual([first.status, again.status], [201, 409])
    const { secret: rotated } = await admin().call(rotateSecret, { id: endpoint.id })
    await admin().call(changeEndpoint, { id: endpoint.id, description: 'Billing 2' })
    const entries = await lab.host.service(AuditLog).list(lab.host.workspaces.here, { limit: 20 })
    const details = await Promise.all(
      entries.items.map(({ id }) => lab.host.service(AuditLog).read(lab.host.workspaces.here, id)),
    )
    assert.ok(
      details.some(({ action, before: was }) => action === 'webhook.changed' && was?.['description'] === 'Billing'),
    )
    const all = JSON.stringify([await admin().call(listEndpoints), details, lab.host.logs, await again.text()])
    for (const hidden of [secret, rotated]) assert.ok(!all.includes(hidden.slice(6)))
    await admin().call(deleteEndpoint, { id: endpoint.id })
  })

  test('members and anonymous clients reach none of it, and ids of other workspaces are as unknown as others', async () => {
    const { id } = await lab.add(lab.site.at('/ok', hostile.text('')))
    const delivery = 'msg_01h2xcejqtf2nbrexx3vqjhp41'
    const calls: readonly (readonly [string, string, object?])[] = [
      ['GET', `/api/webhooks/${id}`],
      ['PATCH', `/api/webhooks/${id}`, {}],
      ['DELETE', `/api/webhooks/${id}`],
      ['POST', `/api/webhooks/${id}/test`, {}],
      ['POST', `/api/webhooks/${id}/rotate-secret`],
      ['POST', `/api/webhooks/${id}/replay`, { since: '2026-01-01T00:00:00Z' }],
      ['POST', `/api/webhooks/${id}/replay`, { deliveryId: delivery }],
      ['GET', `/api/webhooks/${id}/deliveries`],
      ['GET', `/api/webhooks/${id}/deliveries/${delivery}`],
    ]
    for (const [method, path, body] of calls) {
      const as = async (person: 'member' | 'otherOwner' | 'anonymous') =>
        (await lab.host.as(person).send(method, path, { body })).status
      assert.deepEqual([await as('member'), await as('otherOwner'), await as('anonymous')], [403, 404, 401], path)
    }
    assert.deepEqual((await lab.host.as('otherOwner').call(listEndpoints)).items, [])
    await admin().call(deleteEndpoint, { id })
  })

  test('two concurrent saves both count, field by field, and the limit of endpoints holds', async () => {
    const { id } = await lab.add(lab.site.at('/ok', hostile.text('')))
    await Promise.all([
      admin().call(changeEndpoint, { id, description: 'Mine' }),
      lab.host.as('owner').call(changeEndpoint, { id, concurrency: 2 }),
    ])
    const { description, concurrency } = await admin().call(readEndpoint, { id })
    assert.deepEqual([description, concurrency], ['Mine', 2])
    const draft = { url: lab.site.url('/ok'), events: ['note.created'] }
    const added = await Promise.allSettled(
      Array.from({ length: webhookLimits.endpoints + 1 }, () => admin().call(createEndpoint, draft)),
    )
    assert.equal(added.filter(({ status }) => status === 'fulfilled').length, webhookLimits.endpoints - 1)
    assert.deepEqual((await refusal('/api/webhooks', draft)).slice(0, 2), [409, 'conflict'])
    for (const made of (await admin().call(listEndpoints)).items) {
      await admin().call(deleteEndpoint, { id: made.id })
    }
  })

  test('an endpoint that is deleted while it is sent to leaves nothing behind', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<() => void>()
    const url = lab.site.at('/slow', (_request, response) => arrive(() => void response.writeHead(200).end('late')))
    const { id } = await lab.add(url)
    const publishing = lab.publish('nte_9')
    const answer = await arrived
    await admin().call(deleteEndpoint, { id })
    answer()
    await publishing
    await lab.host.settleJobs()
    const exported = await lab.host.as('owner').get(`/api/workspaces/${lab.host.workspaces.here}/export`)
    if (exported.ok) assert.ok(!(await exported.text()).includes('nte_9'))
    assert.equal((await admin().get(`/api/webhooks/${id}`)).status, 404)
    assert.ok(!lab.host.logs.some(({ level }) => level === 'error'))
  })
})
