import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { DeclaredSettings, definePlugin } from '@host/plugin'
import { createTestHost, type TestHost } from '@host/testing'
import { plugin } from './plugin.ts'
import { OrderRecording, PlanAssignments } from './services.ts'
import { minorUnits } from './stripe-events.ts'

const [secret, oldSecret] = ['whsec_7c1d0a', 'whsec_4f9a3b']
const info = { title: 'Stand-in', description: 'S', icon: 'box', category: 'Test', api: '^1' } as const

/** Stand for the plugins that keep plans and orders. */
const calls: unknown[] = []
let failure: Error | undefined
const plans = definePlugin({
  name: 'plans',
  info,
  models: [],
  mount: (_, ctx) =>
    ctx.provide(PlanAssignments, {
      assign: async (orgId, change) => {
        if (failure !== undefined) throw failure
        calls.push({ orgId, ...change })
        return 'assigned'
      },
    }),
})
const products = definePlugin({
  name: 'products',
  info,
  models: [],
  mount: (_, ctx) =>
    ctx.provide(OrderRecording, {
      record: async (orgId, order) => {
        calls.push({ orgId, ...order })
        return { id: 'order_1' }
      },
    }),
})

describe('webhooks of Stripe', () => {
  let host: TestHost
  const recorded = (name: string) =>
    readFileSync(join(import.meta.dirname, `events/${name}.json`), 'utf8').replaceAll(
      'WORKSPACE',
      host.workspaces.there,
    )

  async function send(body: string, { by = secret, age = 0, header = '' } = {}): Promise<number> {
    const time = Math.floor(host.clock.now() / 1_000) - age
    const signature = createHmac('sha256', by).update(`${time}.${body}`).digest('hex')
    const headers = { 'stripe-signature': header === '' ? `t=${time},v1=${signature},v0=ignored` : header }
    return (await host.as('anonymous').post('/api/x/stripe/webhook', body, { headers })).status
  }

  before(async () => {
    host = await createTestHost({ plugins: [plugin, plans, products] })
    assert.equal(await send('{}'), 404)
    await host.service(DeclaredSettings).save(
      'stripe',
      { kind: 'instance' },
      {
        signingSecret: secret,
        previousSigningSecret: oldSecret,
        seller: host.workspaces.here,
        products: 'team=prod_1',
      },
    )
    return () => host.close()
  })

  test('a paid session records an order of the seller, and gives the workspace its plan', async () => {
    calls.length = 0
    assert.equal(await send(recorded('checkout-session-completed')), 204)
    const [order, change] = calls
    assert.deepEqual(order, {
      orgId: host.workspaces.here,
      source: 'stripe',
      externalId: 'cs_test_a1PlanTeam0000000001',
      email: 'ada@example.com',
      name: 'Ada',
      currency: 'EUR',
      lines: [{ productId: 'prod_1', unitAmount: 4_900 }],
      paid: true,
    })
    assert.deepEqual(change, {
      orgId: host.workspaces.there,
      plan: 'team',
      source: 'stripe',
      externalId: 'evt_1RgRPrPlanTeam0000000001',
      at: new Date(1_751_465_619_000),
    })
  })

  test('the end of a subscription takes the plan back', async () => {
    calls.length = 0
    assert.equal(await send(recorded('customer-subscription-deleted'), { by: oldSecret }), 204)
    assert.deepEqual(
      calls.map((call) => (call as { plan: unknown }).plan),
      [null],
    )
  })

  test('a forged, altered, late or unsigned event changes nothing', async () => {
    calls.length = 0
    const body = recorded('checkout-session-completed')
    assert.equal(await send(body, { by: 'whsec_forged' }), 400)
    assert.equal(await send(body, { age: 301 }), 400)
    assert.equal(await send(body, { age: -301 }), 400)
    assert.equal(await send(body, { header: 't=1' }), 400)
    const time = Math.floor(host.clock.now() / 1_000)
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    assert.equal(await send(body.replace('4900', '1'), { header: `t=${time},v1=${signature}` }), 400)
    assert.deepEqual(calls, [])
  })

  test('an unpaid session and other events are accepted, and change nothing', async () => {
    calls.length = 0
    const body = recorded('checkout-session-completed')
    assert.equal(await send(body.replace('"paid"', '"unpaid"')), 204)
    assert.equal(await send(body.replace('"team"', '"other"')), 204)
    assert.equal(await send(body.replace('checkout.session.completed', 'invoice.created')), 204)
    assert.deepEqual(calls, [])
  })

  test('a failure is answered with an error, so that Stripe sends the event again', async () => {
    failure = new Error('The database is away')
    assert.equal(await send(recorded('checkout-session-completed')), 500)
    failure = undefined
    assert.equal(await send(recorded('checkout-session-completed')), 204)
  })

  test('amounts are in the minor units of their currency', () => {
    assert.deepEqual([minorUnits(4_900, 'EUR'), minorUnits(500, 'JPY'), minorUnits(50_000, 'ISK')], [4_900, 500, 500])
  })
})
