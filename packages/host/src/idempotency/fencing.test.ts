import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { json, type ProblemBody } from '@host/plugin'
import { testDatabases, type TestDatabaseProduct } from '../../testing/database/test-databases.ts'
import { EntryStore } from './entry-store.ts'
import {
  openIdempotencyLab,
  type IdempotencyLab,
  type LabNode,
  type LabRoute,
} from '../../testing/idempotency/idempotency-lab.ts'

type Ending = () => Response

/** Two processes whose handlers wait for their results. */
interface Duel {
  readonly lab: IdempotencyLab
  readonly nodes: readonly [LabNode, LabNode]
  readonly routes: readonly [LabRoute, LabRoute]
  /** Ends the handler that began to run so-and-so-many-th. */
  end(run: number, ending: Ending): void
  runs(): number
}

const call = { key: 'k', body: 'b' }
const ok = (): Response => json({ ok: true })
const fail = (): Response => json({}, { status: 500 })

async function duel(product: TestDatabaseProduct): Promise<Duel & AsyncDisposable> {
  const lab = await openIdempotencyLab(product)
  const held: PromiseWithResolvers<Ending>[] = []
  const handler = async (): Promise<Response> => {
    const waiting = Promise.withResolvers<Ending>()
    held.push(waiting)
    return (await waiting.promise)()
  }
  const nodes = [await lab.start(), await lab.start()] as const
  return {
    lab,
    nodes,
    routes: [nodes[0].route(handler), nodes[1].route(handler)],
    end: (run, ending) => held[run]?.resolve(ending),
    runs: () => held.length,
    [Symbol.asyncDispose]: () => lab[Symbol.asyncDispose](),
  }
}

/** Sends a request, and waits until its handler runs. */
async function begin({ runs, routes }: Duel, node: 0 | 1): Promise<{ readonly answer: Promise<Response> }> {
  const before = runs()
  const answer = routes[node](call)
  while (runs() === before) await new Promise((resolve) => setImmediate(resolve))
  return { answer }
}

const codeOf = async (answer: Response): Promise<string> => ((await answer.json()) as ProblemBody).code

for (const product of testDatabases) {
  suite(product.dialect, () => {
    test('§3.5 as long as its lease holds a key waits, for a process that died too', async () => {
      await using lives = await duel(product)
      const { nodes, routes, runs } = lives
      await begin(lives, 0)
      nodes[0].die()
      assert.equal(await codeOf(await routes[1](call)), 'idempotency_in_flight')
      await nodes[0].lapse()
      const second = await begin(lives, 1)
      lives.end(1, ok)
      assert.equal((await second.answer).status, 200)
      assert.equal(runs(), 2)
    })

    test('§3.5 a key waits at the process of its handler, whatever the leases say', async () => {
      await using lives = await duel(product)
      const first = await begin(lives, 0)
      await lives.nodes[0].lapse()
      assert.equal(await codeOf(await lives.routes[0](call)), 'idempotency_in_flight')
      lives.end(0, ok)
      assert.equal((await first.answer).status, 200)
      assert.equal((await lives.routes[1](call)).headers.get('idempotency-replayed'), 'true')
      assert.equal(lives.runs(), 1)
    })

    test("a handler that lost its key to an ended one returns that one's answer", async () => {
      await using lives = await duel(product)
      const first = await begin(lives, 0)
      await lives.nodes[0].lapse()
      const second = await begin(lives, 1)
      lives.end(1, () => json({ from: 'the second' }))
      await second.answer
      lives.end(0, () => json({ from: 'the first' }))
      const answer = await first.answer
      assert.equal(answer.headers.get('idempotency-replayed'), 'true')
      assert.deepEqual(await answer.json(), { from: 'the second' })
      assert.deepEqual(await (await lives.routes[0](call)).json(), { from: 'the second' })
    })

    test('a handler that lost its key to a running one gets a refusal, and changes nothing of it', async () => {
      await using lives = await duel(product)
      const first = await begin(lives, 0)
      await lives.nodes[0].lapse()
      const second = await begin(lives, 1)
      lives.end(0, ok)
      assert.equal(await codeOf(await first.answer), 'idempotency_in_flight')
      lives.end(1, () => json({ from: 'the second' }))
      assert.deepEqual(await (await second.answer).json(), { from: 'the second' })
    })

    test('a handler that lost its key to one that failed is 503', async () => {
      await using lives = await duel(product)
      const first = await begin(lives, 0)
      await lives.nodes[0].lapse()
      const second = await begin(lives, 1)
      lives.end(1, fail)
      await second.answer
      lives.end(0, ok)
      assert.equal(await codeOf(await first.answer), 'service_unavailable')
    })

    test('a handler that lost its key and fails frees nothing', async () => {
      await using lives = await duel(product)
      const first = await begin(lives, 0)
      await lives.nodes[0].lapse()
      const second = await begin(lives, 1)
      lives.end(0, fail)
      assert.equal((await first.answer).status, 500)
      assert.equal(await codeOf(await lives.routes[0](call)), 'idempotency_in_flight')
      lives.end(1, ok)
      assert.equal((await second.answer).status, 200)
      assert.equal(lives.runs(), 2)
    })

    test('a statement of an earlier claim that comes late does nothing to a later one of the same process', async () => {
      await using lab = await openIdempotencyLab(product)
      const { id: owner } = await lab.start()
      const store = new EntryStore({ database: lab.database, owner, clock: () => lab.clock.now })
      const name = { org_id: 'org_a', endpoint: 'e', key: 'k' }
      const about = {
        plugin: 'notes',
        route: 'r',
        fingerprint: 'f',
        userId: 'u',
        role: 'member',
        scopes: undefined,
      } as const
      const kept = { state: 'stored', status: 200, answer: 'sealed', expiresAt: lab.clock.now + 1 } as const
      const [earlier, later] = [await store.claim({ ...name, ...about }), await store.claim({ ...name, ...about })]
      assert.ok(earlier !== undefined && later !== undefined)
      await store.release(earlier)
      assert.equal(await store.keep(earlier, kept), false)
      assert.equal(await store.keep(later, kept), true)
      assert.equal(await store.keep(later, kept), false)
      assert.equal((await store.find(name))?.state, 'stored')
      assert.equal(await store.claim({ ...name, ...about }), undefined)
    })
  })
}
