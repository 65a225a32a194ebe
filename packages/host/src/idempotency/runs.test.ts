import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { suite, test } from 'node:test'
import { json, noContent, Problem, type ProblemBody } from '@host/plugin'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { openIdempotencyLab } from '../../testing/idempotency/idempotency-lab.ts'

const codeOf = async (answer: Response): Promise<string> => ((await answer.json()) as ProblemBody).code

for (const product of testDatabases) {
  suite(`one run on ${product.dialect}`, () => {
    test('§3.8 of fifty equal requests at once, to two processes, one runs', async () => {
      await using lab = await openIdempotencyLab(product)
      let runs = 0
      const routes = await Promise.all(
        [0, 1].map(async () =>
          (await lab.start()).route(async ({ db }) => {
            runs += 1
            await db.insertInto('notes_effects').values({ name: 'paid' }).execute()
            return json({ run: runs })
          }),
        ),
      )
      const send = async (place: number): Promise<Response> =>
        (await routes[place % 2]?.({ key: 'k', body: 'pay' })) ?? assert.fail()
      const answers = await Promise.all(Array.from({ length: 50 }, (_, place) => send(place)))
      assert.equal(runs, 1)
      assert.deepEqual(await lab.effects(), ['paid'])
      for (const answer of answers) {
        const isFirstOrReplay = answer.status === 200 && (await answer.text()) === '{"run":1}'
        assert.ok(isFirstOrReplay || answer.headers.get('retry-after') === '1', String(answer.status))
      }
      assert.equal(
        answers.filter(({ status, headers }) => status === 200 && !headers.has('idempotency-replayed')).length,
        1,
      )
      assert.equal((await send(1)).headers.get('idempotency-replayed'), 'true')
    })

    test('§3.6 many concurrent repeats at a process that has never seen the key are all replayed', async () => {
      await using lab = await openIdempotencyLab(product)
      await (await lab.start()).route(() => noContent())({ key: 'k' })
      const node = await lab.start()
      const route = node.route(() => assert.fail('it ran again'))
      const answers = await Promise.all(Array.from({ length: 20 }, () => route({ key: 'k' })))
      for (const { status, headers } of answers) {
        assert.deepEqual([status, headers.get('idempotency-replayed')], [204, 'true'])
      }
    })

    test('§2.40 another workspace, endpoint or key is another entry', async () => {
      await using lab = await openIdempotencyLab(product)
      let runs = 0
      const route = (await lab.start()).route(() => json({ run: (runs += 1) }))
      const first = { key: 'k', path: '/api/x/notes/notes/1', body: 'b' }
      await route(first)
      for (const other of [
        { key: 'K' },
        { path: '/api/x/notes/notes/2' },
        { path: '/api/x/notes/notes%2F1' },
        { method: 'PUT' },
        { as: { orgId: 'org_b' } },
      ]) {
        assert.equal((await route({ ...first, ...other })).headers.get('idempotency-replayed'), null)
      }
      assert.equal(runs, 6)
    })

    test('§3.9 one record in another spelling is the same entry, and an older executable finds it', async () => {
      await using lab = await openIdempotencyLab(product)
      const route = (await lab.start()).route(() => noContent())
      const path = '/api/x/notes/notes/note_1'
      await route({ key: 'k', path })
      for (const spelling of ['/api/v1/x/notes/notes/note_1', '/api/x/notes/n%6ftes/note%5f1']) {
        const repeat = await route({ key: 'k', path: spelling })
        assert.equal(repeat.headers.get('idempotency-replayed'), 'true', spelling)
      }
      // Earlier versions name an entry by the path as it was called.
      const [row] = await lab.query('select endpoint from idempotency_entries')
      assert.equal(row?.['endpoint'], hash('sha256', `POST ${path}`, 'base64url'))
    })

    test('§3.7 query and body are distinguished, wherever one ends', async () => {
      await using lab = await openIdempotencyLab(product)
      const route = (await lab.start()).route(() => noContent())
      const send = (query: string, body: string) => route({ key: 'k', path: `/api/x/notes/notes?${query}`, body })
      assert.equal((await send('a', 'b')).status, 204)
      for (const [query, body] of [
        ['ab', ''],
        ['', 'ab'],
        ['a', ' b'],
        ['b', 'a'],
        ['', 'b'],
        ['c', 'b'],
      ] as const) {
        assert.equal(await codeOf(await send(query, body)), 'unprocessable')
      }
      assert.equal((await send('a', 'b')).headers.get('idempotency-replayed'), 'true')
    })
  })

  suite(`failures and lifetimes on ${product.dialect}`, () => {
    test('§3.3 a failure frees the key, whether it is thrown or answered', async () => {
      await using lab = await openIdempotencyLab(product)
      const ends = [
        () => json({}, { status: 500 }),
        () => json({}, { status: 429 }),
        () => Promise.reject(new Error('no')),
        () => {
          throw new Problem('service_unavailable')
        },
        () => undefined as unknown as Response,
        () => new Response(null, { status: 200, headers: { 'x-fine': 'yes' } }),
      ]
      let runs = 0
      const node = await lab.start()
      const route = node.route(async () => await (ends[runs++] ?? assert.fail)())
      const statuses = []
      for (const _ of ends) statuses.push((await route({ key: 'k' })).status)
      assert.deepEqual(statuses, [500, 429, 500, 503, 500, 200])
      assert.equal((await route({ key: 'k' })).headers.get('x-fine'), 'yes')
      assert.equal(runs, ends.length)
    })

    test('§3.2 an answer that HTTP can not carry is a failure and not stored', async () => {
      await using lab = await openIdempotencyLab(product)
      const route = (await lab.start()).route(() => json({}, { headers: { 'x-note': 'one\r\nset-cookie: two' } }))
      assert.equal((await route({ key: 'k' })).status, 500)
      assert.deepEqual(await lab.query('select id from idempotency_entries'), [])
    })

    test('§8.4 the 24 hours begin when the answer is stored, and a replay does not extend them', async () => {
      await using lab = await openIdempotencyLab(product)
      const hour = 3_600_000
      let runs = 0
      const route = (await lab.start()).route(() => {
        lab.clock.now += hour
        return json({ run: (runs += 1) })
      })
      const replayed = async () => (await route({ key: 'k' })).headers.get('idempotency-replayed')
      assert.equal(await replayed(), null)
      lab.clock.now += 23 * hour
      assert.equal(await replayed(), 'true')
      lab.clock.now += hour - 1
      assert.equal(await replayed(), 'true')
      lab.clock.now += 1
      assert.equal(await replayed(), null)
      assert.equal(runs, 2)
    })

    test('a store that does not answer lets nothing run, and one that could not keep an answer sends none', async () => {
      await using lab = await openIdempotencyLab(product)
      let runs = 0
      const node = await lab.start()
      const rename = (from: string, to: string) => lab.query(`alter table ${from} rename to ${to}`)
      const route = node.route(async ({ request }) => {
        runs += 1
        if ((await request.text()) === 'break') await rename('idempotency_entries', 'away')
        return json({ secret: 'never without its entry' })
      })
      const lost = await route({ key: 'k', body: 'break' })
      assert.deepEqual([lost.status, lost.headers.get('retry-after')], [503, '1'])
      assert.doesNotMatch(await lost.text(), /secret|away|idempotency_entries/)
      assert.equal((await route({ key: 'other' })).status, 503)
      assert.equal(runs, 1)
      await rename('away', 'idempotency_entries')
      const again = await route({ key: 'k' })
      assert.deepEqual([again.status, runs], [200, 2])
      assert.deepEqual(node.steps.slice(-4), ['authorized', 'claimed', 'handled', 'stored'])
    })
  })
}
