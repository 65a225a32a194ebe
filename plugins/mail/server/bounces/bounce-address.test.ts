import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { definePlugin, type PluginContext } from '@host/plugin'
import { createTestHost } from '@host/testing'
import { models, type Tables } from '../models.ts'
import { bounceAddress, isBounceAddress, readBounceAddress } from './bounce-address.ts'

suite('bounce addresses', () => {
  test('an address leads to its recipient, in any case, and is short enough', async (context) => {
    const { parts } = await opened(context)
    const recipientId = 'mailrecipient_01h455vb4pex5vsknk084sn02q'
    const address = await bounceAddress(parts, { recipientId, domain: 'Mail.Example' })
    assert.ok(address.indexOf('@') <= 64)
    assert.ok(isBounceAddress(address))
    assert.equal(await readBounceAddress(parts, address), recipientId)
    assert.equal(await readBounceAddress(parts, address.toUpperCase()), recipientId)
  })

  test('another recipient, domain or signature leads nowhere', async (context) => {
    const { parts } = await opened(context)
    const recipientId = 'mailrecipient_01h455vb4pex5vsknk084sn02q'
    const address = await bounceAddress(parts, { recipientId, domain: 'mail.example' })
    for (const forged of [
      address.replace('02q', '02r'),
      address.replace('mail.example', 'other.example'),
      address.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@')),
      'bounces@mail.example',
      'bounces+@mail.example',
      '',
    ]) {
      assert.equal(await readBounceAddress(parts, forged), undefined, forged)
    }
    await assert.rejects(bounceAddress(parts, { recipientId: 'user_1', domain: 'mail.example' }), TypeError)
  })
})

async function opened(context: { after(work: () => Promise<void>): void }) {
  let known: PluginContext<Tables> | undefined
  const plugin = definePlugin({
    name: 'mail',
    info: { title: 'Mail', description: 'Mail', icon: 'mail', category: 'Mail', api: '^1' },
    models,
    mount(_mux, ctx) {
      known = ctx
    },
  })
  const host = await createTestHost({ plugins: [plugin] })
  context.after(() => host.close())
  assert.ok(known)
  return { parts: { ctx: known } }
}
