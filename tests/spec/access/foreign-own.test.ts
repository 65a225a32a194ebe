import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost } from '@host/testing'
import { plugin as account } from '../../../plugins/account/server/index.ts'
import { removePasskey, renamePasskey, unlinkIdentity } from '../../../plugins/account/shared.ts'
import { plugin as tokens } from '../../../plugins/api-tokens/server/index.ts'
import {
  createInstanceToken,
  listInstanceTokens,
  renameInstanceToken,
  revokeInstanceToken,
  rotateInstanceToken,
} from '../../../plugins/api-tokens/shared.ts'
import { plugin as instance } from '../../../plugins/instance/server/index.ts'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { unhurried } from '../lab/unhurried.ts'

const isNotFound = (error: unknown): boolean => (error as { readonly code?: unknown }).code === 'not_found'
const [sqlite] = testDatabases

test('§I39 passkeys and linked accounts of others, and tokens of another instance admin, are not found', async () => {
  assert.ok(sqlite)
  await using database = await sqlite.create()
  await using host = await createTestHost({
    plugins: [account, instance, tokens],
    environment: { ...unhurried, HOST_DATABASE_URL: database.url },
  })
  const { owner } = host.userIds
  const store = await database.open({ isExclusive: false })
  const write = (sql: string) => store.run({ sql, parameters: [], writes: true })
  await write(
    `insert into passkeys (id, user_id, user_handle, credential_id, public_key, counter, transports, is_synced, name, created_at)
     values ('pky_1', '${owner}', 'h', 'c', x'00', 0, '[]', 0, 'Key', '2026-01-01T00:00:00.000Z')`,
  )
  await write(
    `insert into external_identities (id, issuer, subject, user_id, provider_id, created_at)
     values ('xid_1', 'https://corp.example', 's', '${owner}', 'idp_1', '2026-01-01T00:00:00.000Z')`,
  )
  const anonymous = host.as('member')
  for (const id of ['pky_1', 'pky_unknown']) {
    await assert.rejects(anonymous.call(renamePasskey, { id, name: 'Mine' }), isNotFound)
    await assert.rejects(anonymous.call(removePasskey, { id }), isNotFound)
  }
  for (const id of ['xid_1', 'xid_unknown']) await assert.rejects(anonymous.call(unlinkIdentity, { id }), isNotFound)
  const left = await store.run({
    sql: `select name from passkeys union all select issuer from external_identities`,
    parameters: [],
    writes: false,
  })
  assert.equal(left.rows.length, 2)

  const admin = host.as('instanceAdmin')
  const { id } = await admin.call(createInstanceToken, { name: 'Of somebody else' })
  await write(`update api_tokens set user_id = '${owner}' where id = '${id}'`)
  assert.deepEqual((await admin.call(listInstanceTokens)).items, [])
  for (const each of [id, 'tok_unknown']) {
    await assert.rejects(admin.call(renameInstanceToken, { id: each, name: 'Mine' }), isNotFound)
    await assert.rejects(admin.call(rotateInstanceToken, { id: each }), isNotFound)
    await assert.rejects(admin.call(revokeInstanceToken, { id: each }), isNotFound)
  }
})
