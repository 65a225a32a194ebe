import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { composeApart } from './compose-apart.ts'
import { composeMessage } from './compose-message.ts'
import { ComposeError, type OutgoingMessage } from './outgoing-message.ts'

const start = (file: URL): Worker => new Worker(file)
const message: OutgoingMessage = {
  from: { name: 'Ann', address: 'ann@example.com' },
  to: [{ name: '', address: 'jo@example.org' }],
  subject: 'Grüße',
  text: 'Hi',
  date: new Date('2025-07-01T08:52:37Z'),
  messageId: '<1@example.com>',
}

test('messages composed in a thread are those of the calling thread', async () => {
  const files = [{ name: 'a.bin', type: 'application/octet-stream', bytes: Buffer.alloc(300_000, 'abc') }]
  const composed = await composeApart([message, { ...message, attachments: files }], { start })
  // The boundary of parts is random.
  const plain = (bytes: Uint8Array): string =>
    Buffer.from(bytes)
      .toString('latin1')
      .replaceAll(/--_NmP-[-\w]*/g, 'b')
  const direct = [await composeMessage(message), await composeMessage({ ...message, attachments: files })]
  for (const [at, { bytes }] of composed.entries()) {
    assert.ok(plain(bytes) === plain(direct[at]?.bytes ?? Buffer.alloc(0)), `message ${at}`)
  }
  assert.equal(composed.length, 2)
})

test('files can be handed over without a copy', async () => {
  const bytes = Uint8Array.from(Buffer.alloc(300_000, 'abc'))
  const files = [{ name: 'a.bin', type: 'application/octet-stream', bytes }]
  const [composed] = await composeApart([{ ...message, attachments: files }], { start, handsOver: true })
  assert.ok((composed?.bytes.length ?? 0) > 400_000)
  assert.equal(bytes.length, 0)
})

test('a refusal in the thread names its field', async () => {
  const wrong = { ...message, subject: 'a\r\nBcc: x@example.com' }
  await assert.rejects(
    composeApart([message, wrong], { start }),
    (error) => error instanceof ComposeError && error.field === 'subject',
  )
})

test('a thread that takes too long is ended', async () => {
  await assert.rejects(composeApart([message], { start, deadline: 0 }), /ended/)
})
