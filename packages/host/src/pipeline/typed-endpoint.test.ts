import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { definePlugin, endpointsWith, json, nothing, type ProblemBody } from '@host/plugin'
import * as z from 'zod/mini'
import { labHost, type LabPerson } from '../../testing/lab-host.ts'

const endpoint = endpointsWith(z.toJSONSchema)
const Part = z.object({ name: z.string(), size: z.optional(z.number()) })
const Order = z.object({
  title: z.string().check(z.minLength(1)),
  parts: z.array(Part),
  labels: z.optional(z.record(z.string(), z.object({ on: z.boolean() }))),
  shape: z.optional(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('dot'), x: z.number() }),
      z.object({ kind: z.literal('line'), y: z.number() }),
    ]),
  ),
})
const path = '/api/x/shop'
const createOrder = endpoint({
  pattern: `POST ${path}/orders`,
  input: Order,
  output: Order,
  status: 201,
  summary: 'Order',
})
const findOrders = endpoint({
  pattern: `GET ${path}/orders`,
  input: z.object({
    limit: z.optional(z.int()),
    open: z.optional(z.boolean()),
    tag: z.optional(z.array(z.string())),
    code: z.optional(z.string()),
    either: z.optional(z.union([z.string(), z.number()])),
  }),
  output: z.unknown(),
  summary: 'Find orders',
})
const removeOrder = endpoint({
  pattern: `DELETE ${path}/orders/{id}`,
  input: nothing,
  output: nothing,
  role: 'admin',
  summary: 'Remove',
})
const ping = endpoint({
  pattern: `GET ${path}/ping`,
  input: nothing,
  output: z.object({ ok: z.boolean() }),
  audience: 'public',
  summary: 'Ping',
})
const mine = endpoint({
  pattern: `GET ${path}/mine`,
  input: nothing,
  output: z.unknown(),
  audience: 'user',
  summary: 'Mine',
})
const all = endpoint({
  pattern: `GET ${path}/all`,
  input: nothing,
  output: z.unknown(),
  audience: 'instance',
  summary: 'All',
})
const whole = endpoint({
  pattern: `POST ${path}/whole`,
  input: nothing,
  output: z.unknown(),
  summary: 'A whole answer',
})

function shop(ran: unknown[] = []) {
  return definePlugin({
    name: 'shop',
    info: { title: 'Shop', description: 'Sells', icon: 'store', category: 'Commerce', api: '^1' },
    models: [],
    mount(mux) {
      mux.endpoint(createOrder, ({ input }) => {
        ran.push(input)
        return input
      })
      mux.endpoint(findOrders, async ({ input, orgId }) => ({ input, orgId }))
      mux.endpoint(removeOrder, ({ params }) => {
        ran.push(params.id)
        return undefined
      })
      mux.endpoint(ping, () => ({ ok: true }))
      mux.endpoint(mine, ({ userId }) => userId)
      mux.endpoint(all, ({ userId }) => userId)
      mux.endpoint(whole, () => json({ made: true }, { status: 202 }))
    },
  })
}

async function problemOf(answer: Response): Promise<ProblemBody> {
  return (await answer.json()) as ProblemBody
}

async function wrongFields(person: LabPerson, body: unknown): Promise<readonly string[]> {
  const answer = await person.call('POST', `${path}/orders`, { body })
  assert.equal(answer.status, 400)
  const problem = await problemOf(answer)
  assert.equal(problem.code, 'invalid_input')
  return (problem.errors ?? []).map((error) => error.path)
}

suite('input', () => {
  test('§7.1 an anonymous client gets 401 before any validation', async (context) => {
    const { host } = await labHost(context, [shop()])
    const answer = await host.fetch(new Request(`http://lab.test${path}/orders`, { method: 'POST', body: 'not json' }))
    assert.equal(answer.status, 401)
  })

  test('a right body reaches the handler, and its output is the answer with the stated status', async (context) => {
    const ran: unknown[] = []
    const { person } = await labHost(context, [shop(ran)])
    const order = {
      title: 'One',
      parts: [{ name: 'a', size: 1 }],
      labels: { free: { on: true } },
      shape: { kind: 'line', y: 2 },
    }
    const answer = await (await person('member')).call('POST', `${path}/orders`, { body: order })
    assert.equal(answer.status, 201)
    assert.deepEqual(await answer.json(), order)
    assert.deepEqual(ran, [order])
  })

  test('every wrong field is named, and none of the right ones', async (context) => {
    const { person } = await labHost(context, [shop()])
    const paths = await wrongFields(await person('member'), {
      title: '',
      parts: [{ name: 1 }, { name: 'b', size: 'c' }],
    })
    assert.deepEqual(paths, ['title', 'parts.0.name', 'parts.1.size'])
  })

  test('unknown properties are refused at every depth, beside wrong fields', async (context) => {
    const { person } = await labHost(context, [shop()])
    const member = await person('member')
    assert.deepEqual(await wrongFields(member, { title: 'x', parts: [], colour: 1 }), ['colour'])
    assert.deepEqual(await wrongFields(member, { title: 'x', parts: [{ name: 'a', sise: 1 }] }), ['parts.0.sise'])
    assert.deepEqual(await wrongFields(member, { title: 'x', parts: [], labels: { any: { on: true, of: 1 } } }), [
      'labels.any.of',
    ])
    assert.deepEqual(await wrongFields(member, { title: 'x', parts: [], shape: { kind: 'dot', x: 1, y: 2 } }), [
      'shape.y',
    ])
    assert.deepEqual(await wrongFields(member, { parts: [], colour: 1 }), ['colour', 'title'])
    assert.deepEqual(await wrongFields(member, JSON.parse('{"title":"x","parts":[],"__proto__":{}}')), ['__proto__'])
  })

  test('a body that is not JSON, of another type, missing or too large has its own status', async (context) => {
    const lab = await labHost(context, [shop()])
    const member = await lab.person('member')
    const send = async (body: string, type: string | undefined): Promise<number> => {
      const headers: Record<string, string> = {
        cookie: member.cookie,
        origin: 'http://lab.test',
        'x-csrf-token': member.csrfToken,
      }
      if (type !== undefined) headers['content-type'] = type
      const request = new Request(`http://lab.test${path}/orders`, {
        method: 'POST',
        headers,
        body: new TextEncoder().encode(body),
      })
      return (await lab.host.fetch(request)).status
    }
    assert.equal(await send('{"title":', 'application/json'), 400)
    assert.equal(await send('', 'application/json'), 400)
    assert.equal(await send('{}', 'text/plain'), 415)
    assert.equal(await send('{}', 'application/jsonp'), 415)
    assert.equal(await send('{}', undefined), 415)
    assert.equal(await send(`{"title":"${'x'.repeat(1024 * 1024)}","parts":[]}`, 'application/json'), 413)
    assert.equal(await send('{"title":"x","parts":[]}', 'application/json; charset=utf-8'), 201)
  })

  test('a compressed body is of another type, and the answer says so', async (context) => {
    const member = await (await labHost(context, [shop()])).person('member')
    const answer = await member.call('POST', `${path}/orders`, { body: {}, headers: { 'content-encoding': 'gzip' } })
    assert.equal(answer.status, 415)
    assert.match((await problemOf(answer)).nextStep, /without Content-Encoding/)
  })

  test('an answer names so many wrong fields and no more, by names of such a length', async (context) => {
    const member = await (await labHost(context, [shop()])).person('member')
    const numbered = Array.from({ length: 1000 }, (_, index) => [`field${index}`, 1] as const)
    const labels = { ['x'.repeat(100_000)]: { on: true, ...Object.fromEntries(numbered) } }
    for (const order of [
      { parts: [], labels },
      { title: 'x', parts: numbered.map(() => ({ name: 1 })) },
    ]) {
      const answer = await member.call('POST', `${path}/orders`, { body: order })
      const text = await answer.text()
      assert.equal((JSON.parse(text) as ProblemBody).errors?.length, 100)
      assert.ok(text.length < 30_000, `${text.length} characters`)
    }
  })

  test('a text that no database takes is refused, wherever it stands', async (context) => {
    const member = await (await labHost(context, [shop()])).person('member')
    const order = (title: string): unknown => ({ title: 'x', parts: [{ name: title }] })
    for (const body of [{ title: 'a\0b', parts: [] }, order('\ud800'), { ['\0']: 1 }]) {
      const answer = await member.call('POST', `${path}/orders`, { body })
      assert.equal(answer.status, 400)
      assert.match((await problemOf(answer)).detail ?? '', /NUL character or an unpaired surrogate/)
    }
    assert.equal((await member.call('GET', `${path}/orders?code=%00`)).status, 400)
    assert.equal((await member.call('POST', `${path}/orders`, { body: order('\u{1F600} \\u0000') })).status, 201)
  })

  test('a query becomes the types that the schema names', async (context) => {
    const { person } = await labHost(context, [shop()])
    const { call, orgId } = await person('member')
    const find = async (query: string): Promise<unknown> => (await call('GET', `${path}/orders${query}`)).json()
    assert.deepEqual(await find('?limit=5&open=true&tag=a&tag=b&code=007&either=7'), {
      input: { limit: 5, open: true, tag: ['a', 'b'], code: '007', either: '7' },
      orgId,
    })
    assert.deepEqual(await find('?tag=a'), { input: { tag: ['a'] }, orgId })
    assert.deepEqual(await find(''), { input: {}, orgId })
  })

  test('a query that does not fit names its parameters', async (context) => {
    const { person } = await labHost(context, [shop()])
    const { call } = await person('member')
    const wrong = async (query: string): Promise<readonly string[]> => {
      const answer = await call('GET', `${path}/orders?${query}`)
      assert.equal(answer.status, 400)
      return ((await problemOf(answer)).errors ?? []).map((error) => error.path)
    }
    assert.deepEqual(await wrong('limit=five'), ['limit'])
    assert.deepEqual(await wrong('limit=1&limit=2'), ['limit'])
    assert.deepEqual(await wrong('open=yes'), ['open'])
    assert.deepEqual(await wrong('colour=red'), ['colour'])
    assert.deepEqual(await wrong('__proto__=1'), ['__proto__'])
  })
})

suite('audience', () => {
  test("§5.3 an endpoint's role is asked for, and no output is 204", async (context) => {
    const ran: unknown[] = []
    const { person } = await labHost(context, [shop(ran)])
    assert.equal((await (await person('member')).call('DELETE', `${path}/orders/7`)).status, 403)
    const answer = await (await person('admin')).call('DELETE', `${path}/orders/7`)
    assert.equal(answer.status, 204)
    assert.deepEqual(ran, ['7'])
  })

  test('public, user and console endpoints admit their audience', async (context) => {
    const { person, admin, get } = await labHost(context, [shop()])
    const member = await person('member')
    assert.deepEqual(await (await get(`${path}/ping`)).json(), { ok: true })
    assert.equal((await get(`${path}/mine`)).status, 401)
    assert.equal(await (await member.call('GET', `${path}/mine`)).json(), member.userId)
    assert.equal((await get(`${path}/all`)).status, 401)
    assert.equal((await member.call('GET', `${path}/all`)).status, 403)
    assert.equal((await (await admin()).call('GET', `${path}/all`)).status, 200)
  })

  test('an endpoint without input refuses one, and may answer with a whole response', async (context) => {
    const { person } = await labHost(context, [shop()])
    const { call } = await person('member')
    assert.equal((await call('POST', `${path}/whole`)).status, 202)
    assert.equal((await call('POST', `${path}/whole`, { body: {} })).status, 202)
    assert.equal((await call('POST', `${path}/whole`, { body: { a: 1 } })).status, 400)
  })
})
