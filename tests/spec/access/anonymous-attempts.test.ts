import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AuditLog } from '@host/plugin/platform'
import { createTestHost } from '@host/testing'
import { login } from '../../../plugins/account/shared.ts'
import { plugin as account } from '../../../plugins/account/server/index.ts'
import { unhurried } from '../lab/unhurried.ts'

test('§I70 anonymous sign-ins that fail leave their first entries in the log of the instance, and no more', async () => {
  await using host = await createTestHost({ plugins: [account], environment: unhurried })
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const wrong = { email: `unknown-${attempt}@host.test`, password: 'not this one' }
    await assert.rejects(host.as('anonymous').call(login, wrong), { code: 'invalid_credentials' })
  }
  const { items } = await host.service(AuditLog).list(undefined, { action: 'session.refused' })
  assert.equal(items.length, 5)
})
