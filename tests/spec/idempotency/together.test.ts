import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFresh, assertReplay, assertRunning } from '../lab/assert-answers.ts'
import { clusterKinds, startCluster, type Cluster } from '../lab/cluster.ts'
import { until } from '@host/host/testing/until'
import type { WireAnswer } from '../lab/exchange.ts'

const paths = ['entries', 'typed', 'atomic', 'raw-atomic'].map((name) => `/api/x/ledger/${name}`)
const rounds = process.env['HOST_SOAK'] === '1' ? 40 : 2

const isFresh = (answer: WireAnswer): boolean =>
  answer.status === 201 && answer.header('idempotency-replayed') === undefined

for (const kind of clusterKinds) {
  describe(kind.name, () => {
    let cluster: Cluster

    before(async () => {
      cluster = await startCluster(kind, { program: 'ledger' })
    })

    after(() => cluster[Symbol.asyncDispose]())

    for (const path of paths) {
      test(`§3.1 §3.8 of 50 equal requests at once one runs the handler (${path})`, async () => {
        const { ada, ben } = cluster.people
        for (let round = 0; round < rounds; round += 1) {
          const tag = `fifty-${path.slice(14)}-${round}`
          const senders = Array.from({ length: 50 }, (_, at) => ({ at, sender: at % 2 === 0 ? ada : ben }))
          // Owner and admin: with the first as the higher role, the other may be refused without learning anything.
          const answers = await Promise.all(
            senders.map(({ at, sender }) => cluster.send(sender, { path, order: { tag }, key: tag, at })),
          )
          const [first, ...others] = answers.filter(isFresh)
          assert.ok(first !== undefined && others.length === 0, answers.map(({ status }) => status).join())
          for (const answer of answers.filter((one) => one !== first)) {
            if (answer.status === 409) assertRunning(answer)
            else if (answer.status !== 422) assertReplay(answer, first)
          }
          for (const at of [0, 1, 2]) {
            assertReplay(await cluster.send(ada, { path, order: { tag }, key: tag, at }), first)
          }
          assert.deepEqual([cluster.runs(tag), await cluster.entries(ada, tag)], [1, 1])
        }
      })
    }

    test('§3.5 while the first of 50 runs, the 49 others get 409', async () => {
      const { ada } = cluster.people
      const keyed = { order: { tag: 'queue', hold: true }, key: 'queue' }
      const answers: WireAnswer[] = []
      const sending = Array.from({ length: 50 }, async (_, at) =>
        answers.push(await cluster.send(ada, { ...keyed, at })),
      )
      await until(() => answers.length === 49)
      for (const answer of answers) assertRunning(answer)
      cluster.release('queue')
      await Promise.all(sending)
      assertFresh(answers[49] ?? assert.fail(), 201)
      assert.equal(cluster.runs('queue'), 1)
    })

    test('§3.7 of 50 requests with one key and 50 bodies at once one runs, and the others never get its answer', async () => {
      const { ada } = cluster.people
      const tags = Array.from({ length: 50 }, (_, place) => `rival-${place}`)
      const answers = await Promise.all(tags.map((tag, at) => cluster.send(ada, { order: { tag }, key: 'rivals', at })))
      assert.equal(answers.filter(isFresh).length, 1)
      for (const answer of answers) assert.ok([201, 409, 422].includes(answer.status), String(answer.status))
      assert.equal(
        tags.reduce((runs, tag) => runs + cluster.runs(tag), 0),
        1,
      )
    })

    test('§3.8 many keys at once, each sent to every host and again while it runs, run once each', async () => {
      const { ada } = cluster.people
      const tags = Array.from({ length: 100 }, (_, place) => `crowd-${place}`)
      const sends = tags.flatMap((tag) => [0, 1, 2].map((at) => ({ tag, at }))).toSorted(() => Math.random() - 0.5)
      const answers = await Promise.all(sends.map(({ tag, at }) => cluster.send(ada, { order: { tag }, key: tag, at })))
      for (const { status } of answers) assert.ok(status === 201 || status === 409, String(status))
      assert.deepEqual(
        tags.filter((tag) => cluster.runs(tag) !== 1),
        [],
      )
      for (const tag of tags) {
        assert.equal((await cluster.send(ada, { order: { tag }, key: tag })).header('idempotency-replayed'), 'true')
      }
    })
  })
}
