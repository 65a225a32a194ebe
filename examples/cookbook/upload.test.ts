import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost, TestCallError } from '@host/testing'
import { addReceipt, plugin, removeReceipt } from './upload.ts'

const png = Uint8Array.fromBase64(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
)

test('a receipt is stored, read by its workspace alone, and gone with its row', async () => {
  await using host = await createTestHost({ plugins: [plugin] })
  const member = host.as('member')
  const file = new File([png], 'taxi.png', { type: 'image/png' })
  const { id, size } = await member.upload(addReceipt, { file })
  const path = `/api/x/receipts/files/${id}/content`
  const answer = await member.get(path)
  assert.equal(answer.headers.get('content-type'), 'image/png')
  assert.equal((await answer.arrayBuffer()).byteLength, size)
  assert.equal((await host.as('otherOwner').get(path)).status, 404)
  await member.call(removeReceipt, { id })
  assert.equal((await member.get(path)).status, 404)

  const script = new File(['<script>alert(1)</script>'], 'taxi.png', { type: 'image/png' })
  await assert.rejects(
    () => member.upload(addReceipt, { file: script }),
    (error) => error instanceof TestCallError && error.status >= 400,
  )
})
