import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { messageBody } from './message-body.ts'
import { signatureHeaders } from './sign.ts'
import { newSecret, secretKey } from './webhook-secret.ts'

const body = messageBody({
  type: 'note.created',
  at: '2026-01-01T00:00:00.000Z',
  orgId: 'org_1',
  data: { text: 'Grüße 世界' },
})

test('a signature satisfies the public package of Standard Webhooks, and signs id, time and body', () => {
  const secret = newSecret()
  const headers = signatureHeaders({ id: 'msg_1', at: Date.now(), body }, [secret])
  assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
  const later = String(Number(headers['webhook-timestamp']) + 1)
  for (const [sent, changed] of [
    [`${body} `, headers],
    [body, { ...headers, 'webhook-id': 'msg_2' }],
    [body, { ...headers, 'webhook-timestamp': later }],
    [body, signatureHeaders({ id: 'msg_1', at: Date.now(), body }, [newSecret()])],
    [body, signatureHeaders({ id: 'msg_1', at: Date.now() - 6 * 60_000, body }, [secret])],
  ] as const) {
    assert.throws(() => new Webhook(secret).verify(sent, changed))
  }
})

test('during a rotation anyone who knows the former or the present secret is content', () => {
  const [former, present] = [newSecret(), newSecret()]
  const headers = signatureHeaders({ id: 'msg_1', at: Date.now(), body }, [present, former])
  assert.equal(headers['webhook-signature']?.split(' ').length, 2)
  for (const secret of [former, present]) new Webhook(secret).verify(body, headers)
})

test('a signing key has 24 to 64 bytes in base64 after whsec_, and nothing else is one', () => {
  const keyOf = (bytes: number) => `whsec_${randomBytes(bytes).toString('base64')}`
  for (const bytes of [24, 32, 64]) assert.equal(secretKey(keyOf(bytes)).length, bytes)
  for (const wrong of ['', 'whsec_', keyOf(23), keyOf(65), keyOf(32).slice(6), `${keyOf(32)}!`, 'whsec_%%%']) {
    assert.throws(() => secretKey(wrong), TypeError, wrong)
  }
})
