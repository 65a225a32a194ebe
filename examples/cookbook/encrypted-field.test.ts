import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost, TestCallError } from '@host/testing'
import { addVendor, plugin, readTaxNumber, setTaxNumber } from './encrypted-field.ts'

test('a tax number is revealed to the admins of its workspace alone', async () => {
  await using host = await createTestHost({ plugins: [plugin] })
  const admin = host.as('admin')
  const { id } = await admin.call(addVendor, { name: 'Harbor Bakery' })
  assert.deepEqual(await admin.call(readTaxNumber, { id }), { taxNumber: null })
  await admin.call(setTaxNumber, { id, taxNumber: 'DE 123 456' })
  assert.deepEqual(await admin.call(readTaxNumber, { id }), { taxNumber: 'DE 123 456' })

  const refusedWith = (status: number) => (error: unknown) => error instanceof TestCallError && error.status === status
  await assert.rejects(() => host.as('member').call(readTaxNumber, { id }), refusedWith(403))
  await assert.rejects(() => host.as('otherOwner').call(readTaxNumber, { id }), refusedWith(404))
  host.clock.advance({ minutes: 16 })
  await assert.rejects(() => admin.call(readTaxNumber, { id }), refusedWith(403))
})
