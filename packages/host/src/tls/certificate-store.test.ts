import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { selfSigned } from '../../testing/tls/self-signed.ts'
import { TlsLab } from '../../testing/tls/tls-lab.ts'

const day = 86_400_000

async function within(milliseconds: number, isSo: () => boolean): Promise<void> {
  const end = performance.now() + milliseconds
  while (!isSo() && performance.now() < end) await sleep(10)
  assert.ok(isSo())
}

for (const product of testDatabases) {
  suite(`certificates on ${product.dialect}`, () => {
    test('a host is added once, and is due until its certificate is issued', async () => {
      await using lab = await TlsLab.start(product)
      const { store } = await lab.process()
      assert.deepEqual([await store.add('go.example.com'), await store.add('go.example.com')], [true, false])
      const [due] = await store.due(10, Date.now() + 1)
      assert.deepEqual([due?.host, due?.state, due?.serial], ['go.example.com', 'pending', undefined])
      assert.equal(await store.material('go.example.com'), undefined)
      await store.issue('go.example.com', selfSigned(['go.example.com']), Date.now() + 60 * day)
      assert.deepEqual(await store.due(10, Date.now() + 59 * day), [])
      const issued = await store.find('go.example.com')
      assert.deepEqual([issued?.state, issued?.attempts, issued?.problem], ['valid', 0, undefined])
      assert.match(issued?.serial ?? '', /^[0-9A-F]{20,40}$/)
      assert.equal((await store.list(10, 'go.example.co')).length, 1)
      assert.deepEqual(await store.list(10, 'go.example.com'), [])
    })

    test('a failed order keeps the certificate from before, and counts', async () => {
      await using lab = await TlsLab.start(product)
      const { store } = await lab.process()
      const pair = selfSigned(['*.example.com'])
      await store.issue('*.example.com', pair, Date.now())
      await store.fail('*.example.com', { code: 'dns', detail: 'No TXT record. '.repeat(1_000) }, Date.now() + day)
      await store.fail('*.example.com', { code: 'dns', detail: 'No TXT record.' }, Date.now() + day)
      const failed = await store.find('*.example.com')
      assert.deepEqual([failed?.state, failed?.attempts], ['failed', 2])
      assert.deepEqual(failed?.problem, { code: 'dns', detail: 'No TXT record.' })
      assert.deepEqual(await store.material('*.example.com'), pair)
    })

    test('a key is sealed for its host, and a pair that does not fit is refused', async () => {
      await using lab = await TlsLab.start(product)
      const { store, database } = await lab.process()
      const [one, other] = [selfSigned(['a.example.com']), selfSigned(['b.example.com'])]
      await store.issue('a.example.com', one, Date.now())
      await assert.rejects(store.issue('a.example.com', { cert: one.cert, key: other.key }, 0), /has another key/)
      await assert.rejects(store.issue('c.example.com', one, 0), /is not for c\.example\.com/)
      await assert.rejects(store.issue('*.a.example.com', one, 0), /is not for/)
      const read = { sql: 'select * from host_certificates', parameters: [], writes: false, tenant: undefined }
      const stored = JSON.stringify((await database.run(read)).rows)
      assert.ok(!stored.includes('PRIVATE KEY') && /"sealed_key":"v1\./.test(stored))
      const moved = "update host_certificates set host = 'b.example.com'"
      await database.run({ sql: moved, parameters: [], writes: true, tenant: undefined })
      await assert.rejects(store.material('b.example.com'), { name: 'SealBroken' })
    })

    test('another process has a change within a second, also a removal', async () => {
      await using lab = await TlsLab.start(product)
      const [{ store }, follower] = [await lab.process(), await lab.process()]
      assert.equal(follower.index.find('new.example.com'), undefined)
      await store.issue('new.example.com', selfSigned(['new.example.com']), Date.now())
      await within(1_000, () => follower.index.find('new.example.com') !== undefined)
      await store.remove('new.example.com')
      await within(1_000, () => follower.index.size === 0)
    })
  })
}
