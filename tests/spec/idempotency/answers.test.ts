import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { AnswerName } from '../fixtures/ledger-answers.ts'
import { assertFresh, assertReplay, assertRunning } from '../lab/assert-answers.ts'
import { clusterKinds, startCluster, type Cluster } from '../lab/cluster.ts'
import { until } from '@host/host/testing/until'
import type { WireAnswer } from '../lab/exchange.ts'
import { findInDatabase } from '../lab/find-in-database.ts'

const forms: readonly (readonly [answer: AnswerName, status: number])[] = [
  ['created', 201],
  ['empty', 204],
  ['bare', 200],
  ['binary', 203],
  ['ready', 201],
  ['adorned', 201],
]

for (const kind of clusterKinds) {
  describe(kind.name, () => {
    let cluster: Cluster
    const lastHost = kind.size - 1

    before(async () => {
      cluster = await startCluster(kind, { program: 'ledger' })
    })

    after(() => cluster[Symbol.asyncDispose]())

    /** Repeats the request until the first one has finished. */
    const settled = async (send: () => Promise<WireAnswer>): Promise<WireAnswer> => {
      let answer = await send()
      await until(async () => {
        if (answer.status === 409) answer = await send()
        return answer.status !== 409
      })
      return answer
    }

    for (const [answer, status] of forms) {
      test(`§3.6 an answer (${answer}) is the same on every host and at every repeat, byte for byte`, async () => {
        const { ada } = cluster.people
        for (const path of ['/api/x/ledger/entries', '/api/x/ledger/typed']) {
          const keyed = { path, order: { tag: `form-${answer}`, answer }, key: `form-${answer}` }
          const first = assertFresh(await cluster.send(ada, keyed), status)
          for (const at of [0, lastHost, lastHost]) {
            const repeat = await cluster.send(ada, { ...keyed, at })
            assertReplay(repeat, first)
            assert.equal(repeat.header('content-length'), first.header('content-length'))
          }
        }
        assert.equal(cluster.runs(`form-${answer}`), 2)
      })
    }

    test('§3.6 a replay has the headers of the handler, but no cookie, no date and nothing of the first connection', async () => {
      const { ada } = cluster.people
      const keyed = { order: { tag: 'adorned', answer: 'adorned' as const }, key: 'adorned' }
      const first = assertFresh(await cluster.send(ada, keyed), 201)
      assert.deepEqual(first.headers('set-cookie'), ['ledger=1; Path=/', 'shelf=2; Path=/'])
      for (const at of [0, lastHost]) {
        const repeat = await cluster.send(ada, { ...keyed, at })
        for (const name of ['content-type', 'content-language', 'etag', 'location', 'x-ledger-tag', 'link']) {
          assert.equal(repeat.header(name), first.header(name), name)
        }
        assert.match(repeat.header('link') ?? '', /<\/a>; rel="next".*<\/b>; rel="last"/)
        assert.deepEqual(repeat.headers('set-cookie'), [])
        assert.deepEqual(repeat.headers('cache-control'), ['no-store'])
        assert.doesNotMatch(repeat.headers('date').join(), /1970/)
        assert.doesNotMatch(repeat.headers('keep-alive').join(), /77/)
        assert.deepEqual(repeat.headers('proxy-authenticate'), [])
        assert.notEqual(repeat.header('x-request-id'), first.header('x-request-id'))
      }
    })

    test('§3.2 §3.6 a client that leaves in the middle ends nothing, and finds the answer when it asks again', async () => {
      const { ada } = cluster.people
      for (const path of ['/api/x/ledger/entries', '/api/x/ledger/typed', '/api/x/ledger/atomic']) {
        const tag = `leaving-${path.slice(14)}`
        const keyed = { path, order: { tag, hold: true }, key: tag }
        const leaving = new AbortController()
        const gone = assert.rejects(cluster.send(ada, { ...keyed, signal: leaving.signal }))
        await until(() => cluster.runs(tag) === 1)
        leaving.abort()
        await gone
        assertRunning(await cluster.send(ada, { ...keyed, at: lastHost }))
        cluster.release(tag)
        const answer = await settled(() => cluster.send(ada, { ...keyed, at: lastHost }))
        assert.deepEqual([answer.status, answer.header('idempotency-replayed')], [201, 'true'])
        assert.deepEqual(answer.json(), { tag, run: 1, note: '茶 and cake' })
        assert.deepEqual([cluster.runs(tag), await cluster.entries(ada, tag)], [1, 1])
      }
    })

    test('§3.1 a client that leaves before its body was all there has claimed nothing', async () => {
      const { ada } = cluster.people
      const keyed = { order: { tag: 'half' }, key: 'half' }
      const leaving = new AbortController()
      const half = { ...keyed, headers: { 'content-length': '1000' }, signal: leaving.signal }
      const gone = assert.rejects(cluster.send(ada, half))
      const whole = assertFresh(await cluster.send(ada, { ...keyed, at: lastHost }), 201)
      leaving.abort()
      await gone
      assertReplay(await cluster.send(ada, keyed), whole)
      assert.equal(cluster.runs('half'), 1)
    })

    test('§3.2 an answer that holds a secret is not written down in the clear', async () => {
      const { ada } = cluster.people
      const keyed = { order: { tag: 'sealed' }, key: 'sealed' }
      const first = assertFresh(await cluster.send(ada, keyed), 201)
      assertReplay(await cluster.send(ada, keyed), first)
      assert.notDeepEqual(await findInDatabase(cluster.database, 'sealed'), [], 'the entry is there')
      assert.deepEqual(await findInDatabase(cluster.database, 'and cake'), [])
    })

    test('§3.5 §3.6 an answer that came too late for its client is kept all the same', async () => {
      await using slow = await startCluster(kind, { program: 'ledger', env: { HOST_ANSWER_TIMEOUT: '1.5' } })
      const keyed = { order: { tag: 'late', hold: true }, key: 'late' }
      assert.equal((await slow.send(slow.people.ada, keyed)).status, 504)
      assertRunning(await slow.send(slow.people.ada, keyed))
      slow.release('late')
      const answer = await settled(() => slow.send(slow.people.ada, keyed))
      assert.deepEqual([answer.status, answer.header('idempotency-replayed')], [201, 'true'])
      assert.equal(slow.runs('late'), 1)
    })
  })
}
