import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { testDatabases } from '../db/testing/test-databases.ts'
import { openLabVault } from './testing/lab-vault.ts'
import { SealBroken } from './seal-broken.ts'

const place = { orgId: 'org_a', plugin: 'notes', field: 'token', row: 'note_1' }

for (const product of testDatabases) {
  suite(`a vault on ${product.dialect}`, () => {
    test('opens what it sealed, also after another start', async () => {
      await using fresh = await product.create()
      const first = await openLabVault(fresh)
      const sealed = await first.vault.seal('a secret', place)
      assert.match(sealed, /^v1\.dky_\w{26}\.[\w-]+$/)
      assert.equal((await first.vault.open(sealed, place)).toString(), 'a secret')
      await first.database.close()
      const second = await openLabVault(fresh, { keys: first.keys })
      assert.equal((await second.vault.open(sealed, place)).toString(), 'a secret')
    })

    test('opens nothing elsewhere', async () => {
      await using fresh = await product.create()
      const { vault } = await openLabVault(fresh)
      const sealed = await vault.seal('a secret', place)
      await vault.seal('another', { ...place, orgId: 'org_b' })
      for (const elsewhere of [
        { orgId: 'org_b' },
        { orgId: undefined },
        { plugin: 'links' },
        { field: 'key' },
        { row: 'note_2' },
        { row: undefined },
      ]) {
        await assert.rejects(async () => await vault.open(sealed, { ...place, ...elsewhere }), SealBroken)
      }
    })

    test('makes the key of a workspace inside a transaction, where nobody else can write', async () => {
      await using fresh = await product.create()
      const { vault, database } = await openLabVault(fresh)
      const sealed = await database.transaction(async () => await vault.seal('kept', place))
      assert.equal((await vault.open(sealed, place)).toString(), 'kept')
      const other = { ...place, orgId: 'org_b' }
      const lost: string[] = []
      await assert.rejects(
        database.transaction(async () => {
          lost.push(await vault.seal('lost', other))
          assert.equal((await vault.open(lost[0] ?? '', other)).toString(), 'lost')
          throw new Error('rolled back')
        }),
        /rolled back/,
      )
      await assert.rejects(async () => await vault.open(lost[0] ?? '', other), SealBroken)
      const again = await vault.seal('again', other)
      assert.equal((await vault.open(again, other)).toString(), 'again')
    })
  })
}
