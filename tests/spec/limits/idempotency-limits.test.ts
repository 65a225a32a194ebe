import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { limits } from '@host/plugin'
import { assertFresh, assertNotKept, assertReplay, assertRunning } from '../lab/assert-answers.ts'
import { clusterKinds, startCluster, type Cluster } from '../lab/cluster.ts'
import { until } from '@host/host/testing/until'

const mebibyte = 1024 * 1024
const paths = ['/api/x/ledger/entries', '/api/x/ledger/typed', '/api/x/ledger/atomic']
const [second, hour] = [1000, 3_600_000]
const day = 24 * hour

for (const kind of clusterKinds) {
  describe(kind.name, () => {
    let cluster: Cluster
    const lastHost = kind.size - 1

    before(async () => {
      cluster = await startCluster(kind, { program: 'ledger' })
    })

    after(() => cluster[Symbol.asyncDispose]())

    const moveClocks = async (clockAhead: number): Promise<void> =>
      void (await Promise.all(cluster.hosts.map((host) => host.tell({ clockAhead }))))

    for (const answer of ['sized', 'sizedJson'] as const) {
      test(`§8.5 §3.2 an answer (${answer}) of exactly 1 MiB is stored`, async () => {
        const { ada } = cluster.people
        assert.equal(limits.idempotencyResponse, mebibyte)
        for (const path of paths) {
          const keyed = { path, order: { tag: `exact-${answer}`, answer, bytes: mebibyte }, key: `exact-${answer}` }
          const first = assertFresh(await cluster.send(ada, keyed), 200)
          assert.equal(first.body.byteLength, mebibyte)
          for (const at of [0, lastHost]) assertReplay(await cluster.send(ada, { ...keyed, at }), first)
        }
        assert.equal(cluster.runs(`exact-${answer}`), paths.length)
      })

      test(`§8.5 §3.4 §4.15 §7.6 one (${answer}) of one byte more is sent, and a repeat learns its status alone`, async () => {
        const { ada } = cluster.people
        for (const path of paths) {
          const keyed = { path, order: { tag: `more-${answer}`, answer, bytes: mebibyte + 1 }, key: `more-${answer}` }
          const first = assertFresh(await cluster.send(ada, keyed), 200)
          assert.equal(first.body.byteLength, mebibyte + 1)
          for (const at of [0, lastHost]) assertNotKept(await cluster.send(ada, { ...keyed, at }), 200)
          assert.equal((await cluster.send(ada, { ...keyed, order: { tag: 'other' } })).status, 422)
        }
        assert.deepEqual([cluster.runs(`more-${answer}`), cluster.runs('other')], [paths.length, 0])
      })
    }

    test('§8.4 §3.2 §3.6 an answer is replayed for 24 hours, and replaying it does not prolong them', async () => {
      const { ada } = cluster.people
      assert.equal(limits.idempotencyWindow, day)
      const keyed = { order: { tag: 'window' }, key: 'window' }
      const first = assertFresh(await cluster.send(ada, keyed), 201)
      for (const ahead of [hour, 23 * hour, day - 10 * second]) {
        await moveClocks(ahead)
        assertReplay(await cluster.send(ada, { ...keyed, at: lastHost }), first)
      }
      await moveClocks(day + second)
      const second_ = assertFresh(await cluster.send(ada, { ...keyed, at: lastHost }), 201)
      assert.deepEqual(second_.json(), { tag: 'window', run: 2, note: '茶 and cake' })
      assertReplay(await cluster.send(ada, keyed), second_)
      assert.equal(cluster.runs('window'), 2)
      await moveClocks(0)
    })

    test('§8.4 after 24 hours the key may carry another body, and so may that of an answer that was not kept', async () => {
      const { ada, cleo } = cluster.people
      const kept = { order: { tag: 'kept' }, key: 'kept' }
      const streamed = { order: { tag: 'streamed', answer: 'stream' as const }, key: 'streamed' }
      for (const keyed of [kept, streamed]) assertFresh(await cluster.send(ada, keyed), 201)
      await moveClocks(day - 10 * second)
      for (const { key } of [kept, streamed]) {
        assert.equal((await cluster.send(cleo, { order: { tag: 'fresh' }, key })).status, 422)
      }
      await moveClocks(day + second)
      for (const { key } of [kept, streamed]) {
        assertFresh(await cluster.send(cleo, { order: { tag: 'fresh' }, key, at: lastHost }), 201)
      }
      await moveClocks(0)
    })

    test('§8.4 of 50 requests at once after the 24 hours one runs', async () => {
      const { ada } = cluster.people
      const keyed = { order: { tag: 'again' }, key: 'again' }
      assertFresh(await cluster.send(ada, keyed), 201)
      await moveClocks(day + second)
      const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => cluster.send(ada, { ...keyed, at })))
      assert.ok(answers.every(({ status }) => status === 201 || status === 409))
      assert.equal(cluster.runs('again'), 2)
      await moveClocks(0)
    })

    test('§3.5 §8.4 a request that runs keeps its key, by however much the clock moves', async () => {
      const { ada } = cluster.people
      const keyed = { order: { tag: 'steady', hold: true }, key: 'steady' }
      const running = cluster.send(ada, keyed)
      await until(() => cluster.runs('steady') === 1)
      for (const ahead of [-hour, hour, day + hour]) {
        await moveClocks(ahead)
        assertRunning(await cluster.send(ada, { ...keyed, at: lastHost }))
      }
      await moveClocks(0)
      cluster.release('steady')
      const first = assertFresh(await running, 201)
      assertReplay(await cluster.send(ada, keyed), first)
      assert.equal(cluster.runs('steady'), 1)
    })
  })
}
