import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeclaredSettings } from '@host/plugin'
import { createTestHost } from '@host/testing'
import { nextDigest, plugin } from './per-user-setting.ts'

test('each user reads their own choice, and the default before there is one', async () => {
  await using host = await createTestHost({ plugins: [plugin] })
  const own = { kind: 'user', userId: host.userIds.member } as const
  assert.deepEqual(await host.as('member').call(nextDigest), { inDays: 7 })
  await host.service(DeclaredSettings).save('news', own, { digest: 'never' })
  assert.deepEqual(await host.as('member').call(nextDigest), { inDays: null })
  assert.deepEqual(await host.as('admin').call(nextDigest), { inDays: 7 })
  await assert.rejects(() => host.service(DeclaredSettings).save('news', own, { digest: 'hourly' }))
})
