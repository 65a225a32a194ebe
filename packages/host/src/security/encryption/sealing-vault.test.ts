import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { suite, test } from 'node:test'
import { inspect } from 'node:util'
import { HeldTransaction } from '../../database/held-transaction.ts'
import { testDatabases, type TestDatabase } from '../../../testing/database/test-databases.ts'
import { SealBroken } from './seal-broken.ts'
import { newSecretKey } from './secret-key.ts'
import { openLabVault } from '../../../testing/security/encryption/lab-vault.ts'

const [sqlite] = testDatabases
const place = { orgId: 'org_a', plugin: 'notes', field: 'token', row: 'note_1' }

for (const product of testDatabases) {
  suite(`a vault on ${product.dialect}`, () => {
    test('opens its own sealed values, also after another start', async () => {
      await using fresh = await product.create()
      const source = { keys: [newSecretKey()] }
      const first = await openLabVault(fresh, source)
      const sealed = await first.vault.seal('a secret', place)
      assert.match(sealed, /^v1\.dky_\w{26}\.[\w-]+$/)
      assert.equal((await first.vault.open(sealed, place)).toString(), 'a secret')
      await first.database.close()
      const second = await openLabVault(fresh, source)
      assert.equal((await second.vault.open(sealed, place)).toString(), 'a secret')
    })

    test('opens nothing in another workspace, plugin, field or row', async () => {
      await using fresh = await product.create()
      const { vault } = await openLabVault(fresh, { keys: [newSecretKey()] })
      const sealed = await vault.seal('a secret', place)
      await vault.seal('another', { ...place, orgId: 'org_b' })
      const elsewhere = [
        { orgId: 'org_b' },
        { orgId: 'org_c' },
        { orgId: undefined },
        { plugin: 'links' },
        { field: 'key' },
        { row: 'note_2' },
        { row: undefined },
      ]
      for (const moved of elsewhere) {
        await assert.rejects(async () => await vault.open(sealed, { ...place, ...moved }), SealBroken)
      }
    })

    test('has one key for each workspace, however many ask for it at once and from wherever', async () => {
      await using fresh = await product.create()
      const source = { keys: [newSecretKey()] }
      const labs = await Promise.all([openLabVault(fresh, source), openLabVault(fresh, source)])
      const sealed = await Promise.all(
        Array.from(
          { length: 60 },
          async (_, n) => await labs[n % 2]?.vault.seal(`${n}`, { ...place, orgId: `org_${n % 3}` }),
        ),
      )
      assert.equal(new Set(sealed.map((text) => text?.split('.')[1])).size, 3)
      for (const [n, text] of sealed.entries()) {
        assert.equal((await labs[0].vault.open(text ?? '', { ...place, orgId: `org_${n % 3}` })).toString(), `${n}`)
      }
    })

    test('creates the key of a workspace inside a transaction, where no other process can write', async () => {
      await using fresh = await product.create()
      const { vault, database } = await openLabVault(fresh, { keys: [newSecretKey()] })
      const seals = await database.transaction(async () => [
        ...(await Promise.all([vault.seal('one', place), vault.seal('two', place)])),
        await vault.seal('three', place),
      ])
      assert.equal(new Set(seals.map((text) => text.split('.')[1])).size, 1)
      assert.deepEqual(await Promise.all(seals.map(async (text) => (await vault.open(text, place)).toString())), [
        'one',
        'two',
        'three',
      ])
    })

    test('forgets a key whose transaction was rolled back', async () => {
      await using fresh = await product.create()
      const { vault, database } = await openLabVault(fresh, { keys: [newSecretKey()] })
      let lost = ''
      await assert.rejects(
        database.transaction(async () => {
          lost = await vault.seal('lost', place)
          assert.equal((await vault.open(lost, place)).toString(), 'lost')
          throw new Error('rolled back')
        }),
        /rolled back/,
      )
      await assert.rejects(async () => await vault.open(lost, place), SealBroken)
      const kept = await vault.seal('kept', place)
      assert.equal((await vault.open(kept, place)).toString(), 'kept')
      await assert.rejects(async () => await vault.open(lost, place), SealBroken)
    })

    test('forgets a key that a savepoint undid, within the same transaction', async () => {
      await using fresh = await product.create()
      const { vault, database } = await openLabVault(fresh, { keys: [newSecretKey()] })
      const kept = await database.transaction(async (connection) => {
        const held = new HeldTransaction(database.dialect, connection)
        await assert.rejects(
          held.transaction(async () => {
            await vault.seal('lost', place)
            throw new Error('undone')
          }),
          /undone/,
        )
        return await vault.seal('kept', place)
      })
      assert.equal((await vault.open(kept, place)).toString(), 'kept')
    })

    test('outside a transaction waits for none that makes the same key', async () => {
      await using fresh = await product.create()
      const { vault, database } = await openLabVault(fresh, { keys: [newSecretKey()] })
      const fromOutside = AsyncLocalStorage.snapshot()
      let outside: Promise<string> | undefined
      const inside = await database.transaction(async () => {
        const sealed = await vault.seal('inside', place)
        outside = fromOutside(async () => await vault.seal('outside', place))
        return sealed
      })
      assert.equal((await vault.open(inside, place)).toString(), 'inside')
      assert.equal((await vault.open((await outside) ?? '', place)).toString(), 'outside')
    })

    test('derives keys that differ by purpose and stay the same', async () => {
      await using fresh = await product.create()
      const source = { keys: [newSecretKey()] }
      const [one, other] = [await openLabVault(fresh, source), await openLabVault(fresh, source)]
      const key = one.vault.derive('audit/v1')
      assert.equal(key.length, 32)
      assert.ok(key.equals(other.vault.derive('audit/v1')))
      assert.ok(!key.equals(one.vault.derive('audit/v2')))
    })
  })
}

suite('a vault', () => {
  test('keeps every text unchanged, and refuses other values', async () => {
    await using fresh = await createSqlite()
    const { vault } = await openLabVault(fresh, { keys: [newSecretKey()] })
    for (const text of ['', '\0', '\u{feff}mark', 'Grüße, 工作区 🔑', '\u{10ffff}', 'x'.repeat(1024 * 1024)]) {
      assert.equal((await vault.open(await vault.seal(text, place), place)).toString(), text)
    }
    const bytes = new Uint8Array([0, 255, 128])
    assert.deepEqual(new Uint8Array(await vault.open(await vault.seal(bytes, place), place)), bytes)
    for (const text of ['\ud800', 'a\udc00b']) {
      assert.throws(() => vault.seal(text, place), /unpaired surrogate/)
    }
    assert.throws(
      () => vault.seal(new Uint8Array(4 * 1024 * 1024 + 1), place),
      /at most 4194304 bytes; this one has 4194305/,
    )
  })

  test('takes a place only when it is named in full', async () => {
    await using fresh = await createSqlite()
    const { vault } = await openLabVault(fresh, { keys: [newSecretKey()] })
    for (const part of ['orgId', 'plugin', 'field', 'row'] as const) {
      for (const name of ['', '\ud800', 'x'.repeat(1001), 7 as never]) {
        assert.throws(() => vault.seal('a', { ...place, [part]: name }), /is named by 1 to 1000 characters/)
        assert.throws(() => vault.open('v1.a.b', { ...place, [part]: name }), /is named by 1 to 1000 characters/)
      }
    }
  })

  test('shows nothing of its keys, however it is printed', async () => {
    await using fresh = await createSqlite()
    const text = newSecretKey()
    const { vault, options } = await openLabVault(fresh, { keys: [text] })
    const known = [text, Buffer.from(text, 'base64').toString('hex')]
    for (const shown of [JSON.stringify(vault), inspect(vault, { depth: null, showHidden: true })]) {
      assert.match(shown, /^(\{\}|SealingVault \{\})$/)
    }
    for (const shown of [JSON.stringify(options.config), inspect(options.config, { depth: null, showHidden: true })]) {
      for (const secret of known) assert.ok(!shown.includes(secret))
    }
  })
})

function createSqlite(): Promise<TestDatabase> {
  assert.equal(sqlite?.dialect, 'sqlite')
  return sqlite.create()
}
