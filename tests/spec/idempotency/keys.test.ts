import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { definePlugin, Idempotency, json } from '@host/plugin'
import { assertFresh, assertProblem, assertReplay } from '../lab/assert-answers.ts'
import { clusterKinds, startCluster, type Cluster } from '../lab/cluster.ts'
import { infoOf } from '../lab/plugins.ts'
import { assertRefused } from '../lab/refusal.ts'

const mebibyte = 1024 * 1024
const visibleAscii = String.fromCodePoint(...Array.from({ length: 94 }, (_, place) => 33 + place))

const misspelt: Readonly<Record<string, string | readonly string[]>> = {
  empty: '',
  'of 256 characters': 'k'.repeat(256),
  'of 8,000 characters': 'k'.repeat(8000),
  'with a space inside': 'two words',
  'with a tab inside': 'two\twords',
  'with a letter beyond ASCII': 'clé',
  'of UTF-8 bytes': Buffer.from('钥匙').toString('latin1'),
  'given twice': ['first', 'second'],
  'given twice alike': ['twin', 'twin'],
  'given twice, once empty': ['', 'other'],
}

const spelt: Readonly<Record<string, string>> = {
  'of one character': 'k',
  'of 255 characters': 'k'.repeat(255),
  'of every visible character': visibleAscii,
  'that looks like a number': '0',
  'that looks like another property': '__proto__',
  'that looks like a query': `'; drop table ledger_entries; --`.replaceAll(' ', '+'),
  'with escapes': '%00%20\\u0000',
}

for (const kind of clusterKinds) {
  describe(kind.name, () => {
    let cluster: Cluster
    const lastHost = kind.size - 1

    before(async () => {
      cluster = await startCluster(kind, { program: 'ledger' })
    })

    after(() => cluster[Symbol.asyncDispose]())

    for (const [what, key] of Object.entries(misspelt)) {
      test(`§4.12 a key ${what} is 400 before the handler runs`, async () => {
        const { ada } = cluster.people
        for (const path of ['/api/x/ledger/entries', '/api/x/ledger/typed']) {
          const answer = await cluster.send(ada, { path, order: { tag: what }, key })
          assert.match(assertProblem(answer, 400, 'bad_request').detail ?? '', /Idempotency-Key/)
        }
        assert.equal(cluster.runs(what), 0)
      })
    }

    for (const [what, key] of Object.entries(spelt)) {
      test(`§4.12 a key ${what} is a key`, async () => {
        const { ada } = cluster.people
        const keyed = { order: { tag: what }, key }
        const first = assertFresh(await cluster.send(ada, keyed), 201)
        assertReplay(await cluster.send(ada, { ...keyed, at: lastHost }), first)
        assert.equal(cluster.runs(what), 1)
      })
    }

    test('§2.40 keys that differ in case alone, or at their end, are different', async () => {
      const { ada } = cluster.people
      for (const key of ['Case', 'case', 'cas', 'case%', 'cas_', '"case"']) {
        assertFresh(await cluster.send(ada, { order: { tag: 'alike' }, key }), 201)
      }
      assert.equal(cluster.runs('alike'), 6)
    })

    test('§2.40 every endpoint, by method and path as they are called, has keys of its own', async () => {
      const { ada } = cluster.people
      const calls = [
        { method: 'POST', path: '/api/x/ledger/entries' },
        { method: 'PUT', path: '/api/x/ledger/entries' },
        { method: 'POST', path: '/api/x/ledger/typed' },
        { method: 'POST', path: '/api/x/ledger/books/red/entries' },
        { method: 'POST', path: '/api/x/ledger/books/blue/entries' },
        { method: 'POST', path: '/api/x/ledger/books/Blue/entries' },
      ].map((call) => ({ ...call, order: { tag: 'endpoints' }, key: 'one-key' }))
      const firsts = []
      for (const call of calls) firsts.push(assertFresh(await cluster.send(ada, call), 201))
      for (const [place, first] of firsts.entries()) {
        assertReplay(await cluster.send(ada, { ...calls[place], at: lastHost }), first)
      }
      assert.equal(cluster.runs('endpoints'), calls.length)
    })

    test('§4.12 a body of 1 MiB goes through, one byte more is 413 and claims nothing', async () => {
      const { ada } = cluster.people
      const bodyOf = (bytes: number): Buffer => {
        const text = JSON.stringify({ tag: 'heavy' })
        return Buffer.concat([Buffer.from(text), Buffer.alloc(bytes - text.length, ' ')])
      }
      for (const path of ['/api/x/ledger/entries', '/api/x/ledger/typed']) {
        for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
          const heavy = { path, body: bodyOf(mebibyte + 1), key: 'heavy', headers }
          assertProblem(await cluster.send(ada, heavy), 413, 'body_too_large')
        }
        const keyed = { path, body: bodyOf(mebibyte), key: 'heavy' }
        const first = assertFresh(await cluster.send(ada, keyed), 201)
        assertReplay(await cluster.send(ada, keyed), first)
      }
      assert.equal(cluster.runs('heavy'), 2)
    })

    test('§4.12 a read ignores the header', async () => {
      const { ada } = cluster.people
      for (const key of ['reader', 'reader', 'x'.repeat(256)]) {
        assertFresh(await cluster.send(ada, { method: 'GET', path: '/api/x/ledger/look', key }), 201)
      }
      assert.equal(cluster.runs('look'), 3)
    })

    test('§4.12 §4.16 a route that no wrapper stands around ignores the header', async () => {
      const { ada } = cluster.people
      for (const key of ['bare', 'bare', 'x'.repeat(256)]) {
        assertFresh(await cluster.send(ada, { path: '/api/x/ledger/unwrapped', order: { tag: 'bare' }, key }), 201)
      }
      assert.equal(cluster.runs('bare'), 3)
    })

    test('§3.11 §4.12 a public route ignores the header', async () => {
      const { ada } = cluster.people
      for (const key of ['same', 'same', 'x'.repeat(256), ['same', 'same']]) {
        const keyed = { path: '/api/x/ledger/public', order: { tag: 'public' }, key }
        assertFresh(await cluster.send(ada, keyed), 201)
      }
      assert.equal(cluster.runs('public'), 4)
    })

    test('§3.10 a key belongs to its user on a user route, and to the instance on an instance route', async () => {
      const { ada, ben, eve } = cluster.people
      for (const audience of ['user', 'instance']) {
        const path = `/api/x/ledger/${audience}`
        const keyed = { path, order: { tag: audience }, key: 'held' }
        const first = assertFresh(await cluster.send(ada, keyed), 201)
        assertReplay(await cluster.send(ada, { ...keyed, at: lastHost }), first)
        const other = await cluster.send(ada, { ...keyed, order: { tag: audience, bytes: 1 } })
        assertProblem(other, 422, 'unprocessable')
        assert.equal(cluster.runs(audience), 1)
      }
      for (const person of [ben, eve]) {
        assertFresh(
          await cluster.send(person, { path: '/api/x/ledger/user', order: { tag: 'user' }, key: 'held' }),
          201,
        )
        const refused = { path: '/api/x/ledger/instance', order: { tag: 'instance' } }
        for (const key of ['held', 'unknown']) {
          assertProblem(await cluster.send(person, { ...refused, key }), 403, 'forbidden')
        }
      }
      assert.deepEqual([cluster.runs('user'), cluster.runs('instance')], [3, 1])
    })

    test('§3.10 a workspace and an account that are made twice with one key are made once', async () => {
      const { ada, eve } = cluster.people
      const make = (name: string) => ({
        path: '/api/workspaces',
        body: Buffer.from(JSON.stringify({ name })),
        key: 'make',
      })
      const first = assertFresh(await cluster.send(eve, make('Twice')), 201)
      assertReplay(await cluster.send(eve, { ...make('Twice'), at: lastHost }), first)
      assertFresh(await cluster.send(ada, make('Twice')), 201)
      const { body } = await eve.get<{ items: { name: string }[] }>('/api/workspaces')
      assert.deepEqual(
        body.items.map(({ name }) => name),
        ['Twice'],
      )
      const account = { name: 'Fay', email: 'fay@example.test', password: 'tea-houses by the sea' }
      const invite = { path: '/api/instance/users', body: Buffer.from(JSON.stringify(account)), key: 'fay' }
      const invited = assertFresh(await cluster.send(ada, invite), 201)
      assertReplay(await cluster.send(ada, invite), invited)
    })

    test('§4.16 a route that is wrapped by hand has its keys by the method that was used, HEAD too', async () => {
      const { ada } = cluster.people
      const path = `/api/x/ledger/entries?order=${encodeURIComponent(JSON.stringify({ tag: 'read' }))}`
      const read = { method: 'GET', path, key: 'read' }
      const first = assertFresh(await cluster.send(ada, read), 201)
      assertReplay(await cluster.send(ada, { ...read, at: lastHost }), first)
      assert.equal(cluster.runs('read'), 1)
      const heads = [
        await cluster.send(ada, { ...read, method: 'HEAD' }),
        await cluster.send(ada, { ...read, method: 'HEAD' }),
      ]
      for (const { status, body } of heads) assert.deepEqual([status, body.byteLength], [201, 0])
      assert.deepEqual(
        heads.map((head) => head.header('idempotency-replayed')),
        [undefined, 'true'],
      )
      assert.equal(cluster.runs('read'), 2)
    })
  })
}

test('§4.16 a handler that is wrapped twice is refused at boot, in a sentence', async () => {
  const twice = definePlugin({
    name: 'twice',
    info: infoOf('Twice'),
    models: [],
    mount(mux, ctx) {
      const idempotent = ctx.lookup(Idempotency)
      assert.ok(idempotent !== undefined, 'the host has the service')
      const guarded = ctx.guard(() => json('once'))
      mux.handle('POST /api/x/twice/pay', idempotent(idempotent(guarded)))
    },
  })
  await assertRefused({ plugins: [twice] }, /"twice"/, /second wrapper/)
})
