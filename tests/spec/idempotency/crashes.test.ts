/**
 * `kill -9` at every step of a request with a key. The handler itself counts its runs in a file, and its effects are
 * rows in a table of its plugin, so the test doesn't rely on the idempotency records.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { IdempotencyStep } from '../../../packages/host/src/idempotency/states.ts'
import type { AnswerName } from '../fixtures/ledger-answers.ts'
import { assertFresh, assertNotKept, assertProblem, assertReplay, assertRunning } from '../lab/assert-answers.ts'
import { clusterKinds, startCluster, type Cluster, type Keyed } from '../lab/cluster.ts'
import { until } from '@host/host/testing/until'
import type { WireAnswer } from '../lab/exchange.ts'
import type { HostProcess } from '../lab/host-process.ts'

const rounds = process.env['HOST_SOAK'] === '1' ? 100 : 1

/** `waits` is in flight until the lease of the dead host ends. */
type Repeat = 'runs' | 'waits' | 'replays' | 'is not kept'

/** A crash, and the expected state of its key afterwards. */
interface Death {
  readonly at: IdempotencyStep | 'handling'
  readonly path?: string
  readonly answer?: AnswerName
  readonly later?: AnswerName
  /** The expected answer to the next request with the key. */
  readonly repeat: Repeat
  /** How often the handler has run in the end, and how many of its entries are there. */
  readonly runs: number
  readonly entries: number
}

const atomic = '/api/x/ledger/atomic'

const deaths: readonly Death[] = [
  { at: 'authorized', repeat: 'runs', runs: 1, entries: 1 },
  { at: 'claimed', repeat: 'waits', runs: 1, entries: 1 },
  { at: 'handling', repeat: 'waits', runs: 2, entries: 2 },
  { at: 'handled', repeat: 'waits', runs: 2, entries: 2 },
  { at: 'stored', repeat: 'replays', runs: 1, entries: 1 },
  { at: 'sent', repeat: 'replays', runs: 1, entries: 1 },
  { at: 'stored', answer: 'late', repeat: 'is not kept', runs: 1, entries: 1 },
  { at: 'handled', answer: 'panic', later: 'created', repeat: 'waits', runs: 2, entries: 2 },
  { at: 'released', answer: 'panic', later: 'created', repeat: 'runs', runs: 2, entries: 2 },
  { at: 'authorized', path: atomic, repeat: 'runs', runs: 1, entries: 1 },
  { at: 'claimed', path: atomic, repeat: 'waits', runs: 1, entries: 1 },
  { at: 'handling', path: atomic, repeat: 'waits', runs: 2, entries: 1 },
  { at: 'handled', path: atomic, repeat: 'waits', runs: 2, entries: 1 },
  { at: 'kept', path: atomic, repeat: 'waits', runs: 2, entries: 1 },
  { at: 'stored', path: atomic, repeat: 'replays', runs: 1, entries: 1 },
  { at: 'sent', path: atomic, repeat: 'replays', runs: 1, entries: 1 },
  { at: 'released', path: atomic, answer: 'panic', later: 'created', repeat: 'runs', runs: 2, entries: 1 },
]

function nameOf({ at, path, answer }: Death): string {
  const manner = [path === atomic ? ' (atomic)' : '', answer === undefined ? '' : ` (${answer})`]
  return `a host that dies at "${at}"${manner.join('')}`
}

for (const kind of clusterKinds) {
  describe(kind.name, () => {
    let cluster: Cluster
    const victim = kind.size - 1

    before(async () => {
      cluster = await startCluster(kind, { program: 'ledger' })
    })

    after(() => cluster[Symbol.asyncDispose]())

    /** The host that is going to die, started again where it has died before. */
    const findVictim = async (): Promise<HostProcess> => {
      const host = cluster.hosts[victim]
      return host === undefined || host.hasEnded ? await cluster.start(victim) : host
    }

    const die = async ({ at }: Death, host: HostProcess, keyed: Keyed): Promise<WireAnswer | undefined> => {
      const tag = keyed.order?.tag ?? ''
      if (at !== 'handling') await host.tell({ dieAt: at })
      const answer = cluster.send(cluster.people.ada, { ...keyed, at: victim }).catch(() => undefined)
      if (at === 'handling') {
        await until(async () => cluster.runs(tag) === 1 && (await hasEntry(keyed)))
        await host.kill()
      }
      await until(() => host.hasEnded)
      return await answer
    }

    /**
     * Whether the held handler has written its entry; an entry in an open transaction is invisible, so a delay has to
     * do.
     */
    const hasEntry = async ({ path, order }: Keyed): Promise<boolean> =>
      path === atomic || (await cluster.entries(cluster.people.ada, order?.tag ?? '')) === 1

    /** The answer to a later request, which must equal that of the first if there was one. */
    const findOutcome = async (death: Death, host: HostProcess, keyed: Keyed): Promise<WireAnswer> => {
      const { ada } = cluster.people
      const repeat = await cluster.send(ada, { ...keyed, at: 0 })
      if (death.repeat === 'replays') assert.equal(repeat.header('idempotency-replayed'), 'true')
      if (death.repeat === 'is not kept') assertNotKept(repeat, 201)
      if (death.repeat === 'runs' || (death.repeat === 'waits' && kind.size === 1)) assertFresh(repeat, 201)
      if (death.repeat !== 'waits' || kind.size === 1) return repeat
      for (const at of [0, 1]) assertRunning(await cluster.send(ada, { ...keyed, at }))
      await cluster.endLease(host)
      return assertFresh(await cluster.send(ada, { ...keyed, at: 0 }), 201)
    }

    for (const death of deaths) {
      const { at, path = '/api/x/ledger/entries', answer = 'created', later = answer } = death
      test(`§3.8 §3.1 ${nameOf(death)} leaves no half answer, and its key ${death.repeat}`, async () => {
        const { ada } = cluster.people
        for (let round = 0; round < rounds; round += 1) {
          const tag = `${nameOf(death)} ${round}`.replaceAll(/\W+/g, '-')
          const keyed = { path, order: { tag, answer, later, hold: at === 'handling' }, key: tag }
          const host = await findVictim()
          const first = await die(death, host, keyed)
          cluster.release(tag)
          if (kind.size === 1) await cluster.start(victim)
          const outcome = await findOutcome(death, host, keyed)
          if (first !== undefined) assert.deepEqual(first.body, outcome.body)
          if (death.repeat !== 'is not kept') {
            assert.deepEqual(outcome.json(), { tag, run: cluster.runs(tag), note: '茶 and cake' })
            assertReplay(await cluster.send(ada, { ...keyed, at: 1 }), outcome)
          }
          assert.deepEqual([cluster.runs(tag), await cluster.entries(ada, tag)], [death.runs, death.entries])
        }
      })
    }

    test('§3.6 §3.8 a host that dies while it replays takes nothing from the answer', async () => {
      const { ada } = cluster.people
      for (let round = 0; round < rounds; round += 1) {
        const tag = `replaying-${round}`
        const keyed = { order: { tag }, key: tag }
        const host = await findVictim()
        const first = assertFresh(await cluster.send(ada, { ...keyed, at: victim }), 201)
        await host.tell({ dieAt: 'repeated' })
        await cluster.send(ada, { ...keyed, at: victim }).catch(() => undefined)
        await until(() => host.hasEnded)
        if (kind.size === 1) await cluster.start(victim)
        assertReplay(await cluster.send(ada, keyed), first)
        assert.equal(cluster.runs(tag), 1)
      }
    })

    // A SQLite file belongs to one host, so no other host takes over while it is paused.
    for (const path of kind.dialect === 'postgres' ? ['/api/x/ledger/entries', atomic] : []) {
      test(`§3.8 a host that stands still for longer than its lease gives no answer of its own any more (${path})`, async () => {
        const { ada } = cluster.people
        const tag = `standing-${path.slice(14)}`
        const keyed = { path, order: { tag, hold: true }, key: tag }
        const host = await findVictim()
        const late = cluster.send(ada, { ...keyed, at: victim })
        await until(() => cluster.runs(tag) === 1)
        host.stand(true)
        assertRunning(await cluster.send(ada, { ...keyed, at: 0 }))
        await cluster.endLease(host)
        const second = cluster.send(ada, { ...keyed, at: 0 })
        await until(() => cluster.runs(tag) === 2)
        cluster.release(tag)
        const given = assertFresh(await second, 201)
        host.stand(false)
        assertReplay(await late, given)
        assert.deepEqual(given.json(), { tag, run: 2, note: '茶 and cake' })
        for (const at of [0, victim]) assertReplay(await cluster.send(ada, { ...keyed, at }), given)
        assert.deepEqual([cluster.runs(tag), await cluster.entries(ada, tag)], [2, path === atomic ? 1 : 2])
        // It would renew its lease within seconds, but the next test wants it whole at once.
        await host.kill()
      })
    }

    if (kind.dialect === 'postgres') {
      test('§3.5 §3.8 a host whose lease has ended runs nothing under a key before it has renewed it', async () => {
        const { ada } = cluster.people
        const host = await findVictim()
        await cluster.endLease(host)
        const keyed = { order: { tag: 'lapsed' }, key: 'lapsed' }
        assertProblem(await cluster.send(ada, { ...keyed, at: victim }), 503, 'service_unavailable')
        assert.equal(cluster.runs('lapsed'), 0)
        const first = assertFresh(await cluster.send(ada, { ...keyed, at: 0 }), 201)
        assertReplay(await cluster.send(ada, { ...keyed, at: victim }), first)
        await host.kill()
      })
    }

    test('§3.8 a host that dies in a crowd loses no answer that it gave, and doubles no effect of a transaction', async () => {
      const { ada } = cluster.people
      for (let round = 0; round < rounds; round += 1) {
        const host = await findVictim()
        const tags = Array.from({ length: 60 }, (_, place) => `crowd-${round}-${place}`)
        const sends = tags.map((tag, place) => ({
          path: place % 2 === 0 ? '/api/x/ledger/entries' : atomic,
          order: { tag },
          key: tag,
        }))
        const answers: (WireAnswer | undefined)[] = []
        const sending = sends.map(async (keyed, place) => {
          answers[place] = await cluster.send(ada, { ...keyed, at: victim }).catch(() => undefined)
        })
        const enough = Math.floor(Math.random() * 50)
        await until(() => answers.filter((answer) => answer !== undefined).length >= enough)
        await host.kill()
        await Promise.all(sending)
        await (kind.size === 1 ? cluster.start(victim) : cluster.endLease(host))
        for (const [place, keyed] of sends.entries()) {
          const [first, repeat] = [answers[place], await cluster.send(ada, { ...keyed, at: 0 })]
          if (first === undefined) assert.equal(repeat.status, 201)
          else assertReplay(repeat, first)
          const [runs, entries] = [cluster.runs(keyed.key), await cluster.entries(ada, keyed.key)]
          assert.ok(runs <= (first === undefined ? 2 : 1), `${runs} runs`)
          if (keyed.path === atomic) assert.equal(entries, 1)
        }
      }
    })
  })
}
