import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { json, noContent, Problem, sse, type ProblemBody } from '@host/plugin'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { openIdempotencyLab, type LabHandler } from '../../testing/idempotency/idempotency-lab.ts'

type Scope = Parameters<LabHandler>[0]

/** State expected after a first request. */
interface Expected {
  readonly status: number
  readonly effects: readonly string[]
  /** Handling of a second one. */
  readonly repeat: 'replays' | 'is not kept' | 'runs'
}

const call = { key: 'k', body: 'b' }
const write = (db: Pick<Scope['db'], 'insertInto'>, name: string) => db.insertInto('notes_effects').values({ name })

for (const product of testDatabases) {
  suite(product.dialect, () => {
    const atomic = (title: string, handler: LabHandler, expected: Expected): void =>
      void test(title, async () => {
        await using lab = await openIdempotencyLab(product)
        let runs = 0
        const node = await lab.start()
        const route = node.route(
          (scope) => {
            runs += 1
            return handler(scope)
          },
          { atomic: true },
        )
        const first = await route(call)
        const text = await first.text()
        assert.equal(first.status, expected.status, text)
        assert.deepEqual(await lab.effects(), expected.effects)
        const second = await route(call)
        assert.equal(runs, expected.repeat === 'runs' ? 2 : 1)
        assert.equal(second.headers.get('idempotency-replayed'), expected.repeat === 'replays' ? 'true' : null)
        if (expected.repeat === 'replays') assert.deepEqual([second.status, await second.text()], [first.status, text])
      })

    atomic(
      'what the handler writes is there with its answer',
      async ({ db }) => {
        await write(db, 'alone').execute()
        await db.batch([write(db, 'batched')])
        await db.transaction(async (inner) => void (await write(inner, 'nested').execute()))
        return json({ done: true }, { status: 201 })
      },
      { status: 201, effects: ['alone', 'batched', 'nested'], repeat: 'replays' },
    )

    atomic(
      'a refusal that is answered keeps what was written, as a decision of the handler',
      async ({ db }) => {
        await write(db, 'refused').execute()
        return json({}, { status: 409 })
      },
      { status: 409, effects: ['refused'], repeat: 'replays' },
    )

    atomic(
      'a refusal that is thrown undoes what was written, and is kept as the answer',
      async ({ db }) => {
        await write(db, 'undone').execute()
        throw new Problem('conflict', { detail: 'It is closed.' })
      },
      { status: 409, effects: [], repeat: 'replays' },
    )

    atomic(
      'a failure undoes what was written, and frees the key',
      async ({ db }) => {
        await write(db, 'undone').execute()
        return json({}, { status: 503 })
      },
      { status: 503, effects: [], repeat: 'runs' },
    )

    atomic(
      'an error undoes what was written, and frees the key',
      async ({ db }) => {
        await write(db, 'undone').execute()
        throw new Error('no')
      },
      { status: 500, effects: [], repeat: 'runs' },
    )

    atomic(
      'a query that failed is the failure of its handler, whatever that answers',
      async ({ db }) => {
        await db.insertInto('notes_effects').values({ id: 'eff_1', name: 'one' }).execute()
        await db
          .insertInto('notes_effects')
          .values({ id: 'eff_1', name: 'two' })
          .execute()
          .catch(() => undefined)
        return noContent()
      },
      { status: 500, effects: [], repeat: 'runs' },
    )

    atomic(
      'a stream is kept without its body, with what was written',
      async ({ db }) => {
        await write(db, 'streamed').execute()
        return sse(
          (async function* () {
            yield await Promise.resolve({ data: 1 })
          })(),
        )
      },
      { status: 200, effects: ['streamed'], repeat: 'is not kept' },
    )

    test("a process that dies leaves nothing of its handler's writes, and its key waits for the lease", async () => {
      await using lab = await openIdempotencyLab(product)
      const [dying, living] = [await lab.start(), await lab.start()]
      const wrote = Promise.withResolvers<void>()
      let runs = 0
      const handler: LabHandler = async ({ db }) => {
        runs += 1
        await write(db, `run ${runs}`).execute()
        wrote.resolve()
        return runs === 1 ? await new Promise(() => undefined) : noContent()
      }
      void dying.route(handler, { atomic: true })(call)
      await wrote.promise
      dying.die()
      const route = living.route(handler, { atomic: true })
      assert.equal(((await (await route(call)).json()) as ProblemBody).code, 'idempotency_in_flight')
      await dying.lapse()
      assert.equal((await route(call)).status, 204)
      assert.deepEqual(await lab.effects(), ['run 2'])
      assert.deepEqual(living.steps.slice(-5), ['authorized', 'claimed', 'handled', 'kept', 'stored'])
    })

    test('a handler that lost its key leaves none of its writes, and is answered as a repeat', async () => {
      await using lab = await openIdempotencyLab(product)
      const other = await lab.start()
      let lost: Promise<unknown> | undefined
      const node = await lab.start((step) => {
        if (step === 'claimed') lost = lab.query(`update idempotency_entries set owner = '${other.id}'`)
      })
      const handler: LabHandler = async ({ db }) => {
        await lost
        await write(db, 'lost').execute()
        return noContent()
      }
      const answer = await node.route(handler, { atomic: true })(call)
      assert.equal(((await answer.json()) as ProblemBody).code, 'idempotency_in_flight')
      assert.deepEqual(await lab.effects(), [])
      assert.deepEqual(node.steps, ['authorized', 'claimed', 'handled', 'repeated'])
    })

    test('values sealed after an undone transaction can be opened in another process', async () => {
      await using lab = await openIdempotencyLab(product)
      let lost: Promise<unknown> | undefined
      const node = await lab.start((step) => {
        if (step === 'claimed' && lost === undefined) lost = lab.query('delete from idempotency_entries')
      })
      const handler: LabHandler = async () => {
        await lost
        return json({ sealed: true })
      }
      assert.equal((await node.route(handler, { atomic: true })(call)).status, 503)
      assert.equal((await node.route(handler)(call)).status, 200)
      const restarted = await lab.start()
      assert.deepEqual(await (await restarted.route(handler)(call)).json(), { sealed: true })
    })

    test('only a handler behind a guard can be atomic', async () => {
      await using lab = await openIdempotencyLab(product)
      const { service } = await lab.start()
      assert.throws(() => service((() => noContent()) as never, { atomic: true }), TypeError)
    })
  })
}
