import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { DeclaredSettings, definePlugin, Events, requireService } from '@host/plugin'
import { createTestHost } from '@host/testing'
import { addInvoice, plugin, readInvoice } from './payment-webhook.ts'

const [oldSecret, newSecret] = ['whsec_old_4f9a', 'whsec_new_7c1d']

test('a payment marks its invoice once, and a forged, smaller or foreign one does not', async () => {
  const published: unknown[] = []
  const listener = definePlugin({
    name: 'listener',
    info: { title: 'Listener', description: 'Records events', icon: 'bell', category: 'Test', api: '^1' },
    models: [],
    mount: (_, ctx) =>
      requireService(ctx, Events).subscribe('all', 'invoice.paid', async (_scope, { data }) => {
        published.push(data)
      }),
  })
  await using host = await createTestHost({ plugins: [plugin, listener] })
  const owner = { kind: 'workspace', orgId: host.workspaces.here } as const
  const secrets = { signingSecret: newSecret, previousSigningSecret: oldSecret }
  await host.service(DeclaredSettings).save('invoices', owner, secrets)
  const invoice = async () => (await host.as('member').call(addInvoice, { cents: 4900, currency: 'eur' })).id
  const isPaid = async (id: string) => (await host.as('member').call(readInvoice, { id })).isPaid
  const pay = async (
    id: string,
    { event = `evt_${id}`, cents = 4900, secret = newSecret, orgId = owner.orgId } = {},
  ) => {
    const session = { client_reference_id: id, payment_status: 'paid', amount_total: cents, currency: 'eur' }
    const body = JSON.stringify({ id: event, type: 'checkout.session.completed', data: { object: session } })
    const time = Math.floor(host.clock.now() / 1000)
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    const headers = { 'stripe-signature': `t=${time},v1=${signature}` }
    return (await host.as('anonymous').post(`/api/x/invoices/stripe/${orgId}`, body, { headers })).status
  }

  const [first, second] = [await invoice(), await invoice()]
  assert.deepEqual([await pay(first), await pay(first), await isPaid(first)], [204, 204, true])
  assert.deepEqual([await pay(second, { event: `evt_${first}` }), await isPaid(second)], [204, false])
  assert.deepEqual([await pay(second, { secret: 'whsec_forged' }), await isPaid(second)], [400, false])
  assert.deepEqual([await pay(second, { event: 'evt_less', cents: 1 }), await isPaid(second)], [204, false])
  assert.equal(await pay(second, { orgId: host.workspaces.there }), 404)
  assert.deepEqual([await pay(second, { secret: oldSecret }), await isPaid(second)], [204, true])
  await host.settleJobs()
  assert.deepEqual(new Set(published), new Set([{ invoiceId: first }, { invoiceId: second }]))
  assert.equal(published.length, 2)
})
