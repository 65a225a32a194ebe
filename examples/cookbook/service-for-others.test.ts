import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost, TestCallError } from '@host/testing'
import { consumer, convert, provider, setRate } from './service-for-others.ts'

test('a plugin uses the service of another one, with the data of the workspace that asks', async () => {
  await using host = await createTestHost({ plugins: [consumer, provider] })
  await host.as('admin').call(setRate, { currency: 'USD', euros: 0.5 })
  await host.as('admin').call(setRate, { currency: 'USD', euros: 0.9 })
  assert.deepEqual(await host.as('member').call(convert, { cents: 1000, currency: 'USD' }), { cents: 900 })
  await assert.rejects(
    () => host.as('otherOwner').call(convert, { cents: 1000, currency: 'USD' }),
    (error) => error instanceof TestCallError && error.status === 400,
  )
})

test('a build without the provider is refused', async () => {
  await assert.rejects(() => createTestHost({ plugins: [consumer] }), /rates/)
})
