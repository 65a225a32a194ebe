import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Database } from '../../../packages/host/src/database/database.ts'
import { assertFresh, assertProblem, assertReplay } from '../lab/assert-answers.ts'
import { clusterKinds, startCluster, type Cluster, type Keyed } from '../lab/cluster.ts'
import { until } from '@host/host/testing/until'
import type { WireAnswer } from '../lab/exchange.ts'

const mebibyte = 1024 * 1024
const [sqlite] = clusterKinds
const paths = ['/api/x/ledger/entries', '/api/x/ledger/typed', '/api/x/ledger/atomic', '/api/x/ledger/raw-atomic']
const table = 'idempotency_entries'
const noSpace = `begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end`

/** Ways to take the store away, and to give it back. */
const absent = {
  leave: [`alter table ${table} rename to ${table}_away`],
  return: [`alter table ${table}_away rename to ${table}`],
}

/** A store that takes no change of one kind any more, as on a disk that is full. */
function full(dialect: 'sqlite' | 'postgres', change: 'insert' | 'update' | 'delete') {
  const trigger = `create trigger disk_full before ${change} on ${table} for each row`
  if (dialect === 'sqlite') {
    return {
      leave: [`${trigger} begin select raise(abort, 'database or disk is full'); end`],
      return: ['drop trigger disk_full'],
    }
  }
  return {
    leave: [
      `create or replace function disk_full() returns trigger as $$ ${noSpace} $$ language plpgsql`,
      `${trigger} execute function disk_full()`,
    ],
    return: [`drop trigger disk_full on ${table}`],
  }
}

/** A store that takes every change, and refuses it when it is to be committed. */
const lateRefusal = {
  leave: [
    `create or replace function refuse_late() returns trigger as $$ ${noSpace} $$ language plpgsql`,
    `create constraint trigger refuse_late after update on ${table} deferrable initially deferred for each row execute function refuse_late()`,
  ],
  return: [`drop trigger refuse_late on ${table}`],
}

for (const kind of clusterKinds) {
  describe(kind.name, () => {
    let cluster: Cluster
    let beside: Database

    before(async () => {
      cluster = await startCluster(kind, { program: 'ledger' })
      beside = await cluster.database.open({ isExclusive: false })
    })

    after(() => cluster[Symbol.asyncDispose]())

    const run = async (statements: readonly string[]): Promise<void> => {
      for (const sql of statements) await beside.run({ sql, parameters: [], writes: true })
    }

    /** Repeats the request until the first one has finished. */
    const settled = async (keyed: Keyed): Promise<WireAnswer> => {
      let answer: WireAnswer | undefined
      await until(async () => {
        answer = await cluster.send(cluster.people.ada, keyed)
        return answer.status !== 409
      })
      return answer ?? assert.fail()
    }

    for (const path of paths) {
      const name = path.slice('/api/x/ledger/'.length)

      for (const [what, outage] of [
        ['away', absent],
        ['full', full(kind.dialect, 'insert')],
      ] as const) {
        test(`§3.1 §7.5 while the store is ${what} a request with a key is 503, and no handler runs (${name})`, async () => {
          const { ada } = cluster.people
          const keyed = { path, order: { tag: `${what}-${name}` }, key: `${what}-${name}` }
          await run(outage.leave)
          for (const at of [0, 1, 2]) {
            const answer = await cluster.send(ada, { ...keyed, at })
            const { detail = '' } = assertProblem(answer, 503, 'service_unavailable')
            assert.match(answer.header('retry-after') ?? '', /^[1-9]\d*$/)
            assert.doesNotMatch(detail, /idempotency_entries|disk|file|relation/)
          }
          assert.equal(cluster.runs(keyed.key), 0)
          await run(outage.return)
          const first = assertFresh(await cluster.send(ada, keyed), 201)
          assertReplay(await cluster.send(ada, { ...keyed, at: 1 }), first)
          assert.deepEqual([cluster.runs(keyed.key), await cluster.entries(ada, keyed.key)], [1, 1])
        })
      }

      test(`§3.2 §3.8 an answer that could not be stored is not given, and its key is free again (${name})`, async () => {
        const { ada } = cluster.people
        const keyed = { path, order: { tag: `lost-${name}` }, key: `lost-${name}` }
        const { leave, return: back } = full(kind.dialect, 'update')
        await run(leave)
        const lost = await cluster.send(ada, keyed)
        assertProblem(lost, 503, 'service_unavailable')
        assert.doesNotMatch(lost.body.toString(), /cake|idempotency_entries/)
        await run(back)
        const second = assertFresh(await settled(keyed), 201)
        assertReplay(await cluster.send(ada, { ...keyed, at: 1 }), second)
        assert.deepEqual(
          [cluster.runs(keyed.key), await cluster.entries(ada, keyed.key)],
          [2, name.includes('atomic') ? 1 : 2],
        )
      })

      test(`§3.3 a key that could not be freed is free again soon (${name})`, async () => {
        const { ada } = cluster.people
        const order = { tag: `stuck-${name}`, answer: 'unavailable', later: 'created' } as const
        const keyed = { path, order, key: order.tag }
        const { leave, return: back } = full(kind.dialect, 'delete')
        await run(leave)
        assert.equal((await cluster.send(ada, keyed)).status, 503)
        await run(back)
        const second = assertFresh(await settled(keyed), 201)
        assertReplay(await cluster.send(ada, { ...keyed, at: 1 }), second)
        assert.equal(cluster.runs(order.tag), 2)
      })
    }

    // SQLite commits every accepted statement, so only a crash can separate the two.
    if (kind.dialect === 'postgres') {
      test('§3.2 §3.8 an atomic answer whose transaction fails at its end is not given, and leaves no effect', async () => {
        const { ada } = cluster.people
        const keyed = { path: '/api/x/ledger/atomic', order: { tag: 'uncommitted' }, key: 'uncommitted' }
        await run(lateRefusal.leave)
        assertProblem(await cluster.send(ada, keyed), 503, 'service_unavailable')
        assert.equal(await cluster.entries(ada, 'uncommitted'), 0)
        await run(lateRefusal.return)
        const second = assertFresh(await settled(keyed), 201)
        assertReplay(await cluster.send(ada, { ...keyed, at: 1 }), second)
        assert.deepEqual([cluster.runs('uncommitted'), await cluster.entries(ada, 'uncommitted')], [2, 1])
      })
    }

    test('§3.6 §3.8 a stored answer that can’t be read now is 503, and its handler does not run', async () => {
      const { ada } = cluster.people
      const keyed = { order: { tag: 'unread' }, key: 'unread' }
      const first = assertFresh(await cluster.send(ada, keyed), 201)
      await run(absent.leave)
      assertProblem(await cluster.send(ada, keyed), 503, 'service_unavailable')
      await run(absent.return)
      assertReplay(await cluster.send(ada, keyed), first)
      assert.equal(cluster.runs('unread'), 1)
    })

    test('§4.12 while the store is away a request without a key is not affected', async () => {
      const { ada } = cluster.people
      await run(absent.leave)
      assertFresh(await cluster.send(ada, { order: { tag: 'keyless' } }), 201)
      await run(absent.return)
    })
  })
}

test('§3.2 §3.8 on a disk that fills up no acknowledged write is lost, and a request that is 503 at the claim did not run', async () => {
  if (sqlite === undefined) assert.fail('there is no sqlite')
  await using cluster = await startCluster(sqlite, { largestFile: 6 * mebibyte })
  const { ada } = cluster.people
  const orderOf = (tag: string) => ({ tag, answer: 'sized', bytes: 500_000 }) as const
  const sent: { readonly tag: string; readonly answer: WireAnswer }[] = []
  await until(async () => {
    const tag = `filling-${sent.length}`
    sent.push({ tag, answer: await cluster.send(ada, { order: orderOf(tag), key: tag }) })
    return sent.filter(({ answer }) => answer.status === 503).length === 10
  })
  for (const { answer } of sent) assert.ok(answer.status === 200 || answer.status === 503, String(answer.status))
  assert.ok(sent.some(({ answer }) => answer.status === 200))
  await cluster.hosts[0]?.[Symbol.asyncDispose]()
  await cluster.start(0, { largestFile: undefined })
  for (const { tag, answer } of sent) {
    const [runs, repeat] = [cluster.runs(tag), await cluster.send(ada, { order: orderOf(tag), key: tag })]
    if (answer.status === 200) assertReplay(repeat, answer)
    else assertFresh(repeat, 200)
    assert.equal(cluster.runs(tag) - runs, answer.status === 200 ? 0 : 1)
  }
})
