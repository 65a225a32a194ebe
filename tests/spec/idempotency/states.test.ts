import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFresh, assertNotKept, assertProblem, assertReplay, assertRunning } from '../lab/assert-answers.ts'
import { clusterKinds, startCluster, type Cluster } from '../lab/cluster.ts'
import { until } from '@host/host/testing/until'
import type { AnswerName } from '../fixtures/ledger-answers.ts'

const failures: readonly (readonly [answer: AnswerName, sent: number, ends: number])[] = [
  ['unavailable', 0, 503],
  ['limited', 0, 429],
  ['panic', 0, 500],
  ['latePanic', 0, 500],
  ['nothing', 0, 500],
  ['bare', 500, 500],
  ['bare', 599, 599],
  ['created', 429, 429],
  ['stream', 502, 502],
  ['late', 429, 429],
]

const streams: readonly (readonly [answer: AnswerName, status: number, body: RegExp])[] = [
  ['stream', 201, /^one two$/],
  ['events', 200, /^event: tick\ndata: \{"count":1\}\n\n(?:.+\n.+\n\n){2}$/],
  ['eventsByHand', 200, /^data: 1\n\n$/],
  ['late', 201, /^part 1\npart 2\npart 3\n$/],
]

for (const kind of clusterKinds) {
  describe(kind.name, () => {
    let cluster: Cluster
    const lastHost = kind.size - 1

    before(async () => {
      cluster = await startCluster(kind, { program: 'ledger' })
    })

    after(() => cluster[Symbol.asyncDispose]())

    test('§3.1 §3.2 §3.6 §4.10 §4.13 an unknown key runs the handler, and each repeat gets the first answer', async () => {
      const { ada } = cluster.people
      for (const path of ['entries', 'lazy', 'typed', 'atomic', 'raw-atomic']) {
        const keyed = { path: `/api/x/ledger/${path}`, order: { tag: `once-${path}` }, key: `once-${path}` }
        const first = assertFresh(await cluster.send(ada, keyed), 201)
        assert.deepEqual(first.json(), { tag: keyed.key, run: 1, note: '茶 and cake' })
        for (const at of [0, lastHost, 0]) assertReplay(await cluster.send(ada, { ...keyed, at }), first)
        assert.deepEqual([cluster.runs(keyed.key), await cluster.entries(ada, keyed.key)], [1, 1], path)
      }
    })

    test('§3.2 every status that a handler answers is stored, except 5xx and 429', async () => {
      const { ada } = cluster.people
      for (const status of [200, 202, 204, 205, 302, 304, 400, 401, 404, 409, 422, 451]) {
        const tag = `status-${status}`
        const keyed = { order: { tag, answer: 'bare' as const, status }, key: tag }
        const first = assertFresh(await cluster.send(ada, keyed), status)
        assertReplay(await cluster.send(ada, { ...keyed, at: lastHost }), first)
        assert.equal(cluster.runs(tag), 1)
      }
    })

    test('§3.2 a problem thrown by a handler is its answer too', async () => {
      const { ada } = cluster.people
      for (const path of ['entries', 'typed']) {
        const tag = `refused-${path}`
        const keyed = { path: `/api/x/ledger/${path}`, order: { tag, answer: 'refused' as const }, key: tag }
        const first = await cluster.send(ada, keyed)
        assert.equal(assertProblem(first, 409, 'conflict').detail, 'The ledger is closed.')
        assertReplay(await cluster.send(ada, { ...keyed, at: lastHost }), first)
        assert.equal(cluster.runs(tag), 1)
      }
    })

    for (const [answer, sent, ends] of failures) {
      test(`§3.3 a run that ends with ${ends} (${answer}) frees the key, and the next one may succeed`, async () => {
        const { ada } = cluster.people
        const tag = `failure-${answer}-${ends}`
        const order = { tag, answer, later: 'empty' as const, status: sent }
        assertFresh(await cluster.send(ada, { order, key: tag }), ends)
        const second = assertFresh(await cluster.send(ada, { order, key: tag, at: lastHost }), 204)
        assertReplay(await cluster.send(ada, { order, key: tag }), second)
        assert.equal(cluster.runs(tag), 2)
      })
    }

    test('§3.3 a freed key remembers nothing: not the body, and not who sent it', async () => {
      const { ada, cleo } = cluster.people
      const [key, tag] = ['freed', 'freed']
      assertFresh(await cluster.send(ada, { order: { tag, answer: 'panic' }, key }), 500)
      const other = { order: { tag, later: 'created' as const, answer: 'empty' as const }, key }
      const second = assertFresh(await cluster.send(cleo, other), 201)
      assertReplay(await cluster.send(cleo, other), second)
    })

    for (const [answer, status, body] of streams) {
      test(`§3.4 §4.15 §7.6 a stream (${answer}) reaches the first caller, and a repeat learns its status alone`, async () => {
        const { ada } = cluster.people
        const tag = `stream-${answer}`
        const keyed = { order: { tag, answer }, key: tag }
        const first = assertFresh(await cluster.send(ada, keyed), status)
        assert.match(first.body.toString(), body)
        for (const at of [0, lastHost]) {
          const repeat = await cluster.send(ada, { ...keyed, at })
          assertNotKept(repeat, status)
          assert.doesNotMatch(repeat.body.toString(), /one two|tick|data: 1|part 1/)
        }
        assert.equal(cluster.runs(tag), 1)
      })
    }

    test('§3.4 a stream that breaks is not run again either', async () => {
      const { ada } = cluster.people
      const keyed = { order: { tag: 'broken', answer: 'broken' as const }, key: 'broken' }
      await assert.rejects(cluster.send(ada, keyed))
      assertNotKept(await cluster.send(ada, keyed), 201)
      assert.equal(cluster.runs('broken'), 1)
    })

    test('§3.4 a body in several pieces that are all there at once is not a stream', async () => {
      const { ada } = cluster.people
      const keyed = { order: { tag: 'ready', answer: 'ready' as const }, key: 'ready' }
      const first = assertFresh(await cluster.send(ada, keyed), 201)
      assert.equal(first.body.toString(), 'one two three')
      assertReplay(await cluster.send(ada, keyed), first)
    })

    test('§3.5 §4.14 §7.5 a repeat while the first request runs is 409 with Retry-After, for any body', async () => {
      const { ada, ben, cleo } = cluster.people
      const keyed = { order: { tag: 'held', hold: true }, key: 'held' }
      const running = cluster.send(ada, keyed)
      await until(() => cluster.runs('held') === 1)
      for (const at of [0, lastHost]) {
        for (const person of [ada, ben, cleo]) assertRunning(await cluster.send(person, { ...keyed, at }))
        assertRunning(await cluster.send(ada, { order: { tag: 'another' }, key: 'held', at }))
      }
      cluster.release('held')
      const first = assertFresh(await running, 201)
      assertReplay(await cluster.send(ada, { ...keyed, at: lastHost }), first)
      assert.deepEqual([cluster.runs('held'), cluster.runs('another')], [1, 0])
    })

    test('§3.7 §7.7 a repeat with another body is 422, says nothing of the stored answer and changes nothing', async () => {
      const { ada, cleo } = cluster.people
      const keyed = { order: { tag: 'mine' }, key: 'bodies' }
      const first = assertFresh(await cluster.send(ada, keyed), 201)
      const text = JSON.stringify(keyed.order)
      for (const body of [JSON.stringify({ tag: 'yours' }), `${text} `, ` ${text}`, text.toUpperCase(), 'x', '']) {
        for (const person of [ada, cleo]) {
          const repeat = await cluster.send(person, { key: 'bodies', body: Buffer.from(body), at: lastHost })
          assert.equal(repeat.status, 422, body)
          assert.doesNotMatch(repeat.body.toString(), /mine|cake/)
          assert.equal(repeat.header('idempotency-original-status'), undefined)
        }
      }
      assertProblem(await cluster.send(ada, { order: { tag: 'yours' }, key: 'bodies' }), 422, 'unprocessable')
      assertReplay(await cluster.send(ada, keyed), first)
      assert.deepEqual([cluster.runs('mine'), cluster.runs('yours')], [1, 0])
    })

    test('§3.7 a repeat with another query is 422, for it asks for something else', async () => {
      const { ada } = cluster.people
      const path = '/api/x/ledger/entries'
      const keyed = { order: { tag: 'query' }, key: 'query', path: `${path}?dry=false` }
      const first = assertFresh(await cluster.send(ada, keyed), 201)
      for (const query of ['', '?', '?dry=true', '?dry=false&', '?DRY=false']) {
        assertProblem(await cluster.send(ada, { ...keyed, path: path + query }), 422, 'unprocessable')
      }
      assertReplay(await cluster.send(ada, keyed), first)
      assert.equal(cluster.runs('query'), 1)
    })

    test('§4.12 a request without a key is not affected', async () => {
      const { ada } = cluster.people
      for (const run of [1, 2]) {
        const answer = assertFresh(await cluster.send(ada, { order: { tag: 'keyless' } }), 201)
        assert.deepEqual(answer.json(), { tag: 'keyless', run, note: '茶 and cake' })
      }
    })
  })
}
