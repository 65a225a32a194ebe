/** Limits of size and nesting for a body, and the cost before it is refused. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { suite, test } from 'node:test'
import { definePlugin, endpointsWith, json, limits, nothing, type AnyPlugin, type Endpoint } from '@host/plugin'
import * as z from 'zod/mini'
import { largestJson } from '../../../packages/host/src/pipeline/largest-json.ts'
import { routesOf } from '../access/matrix/edition-routes.ts'
import { mintToken } from '../lab/agents.ts'
import { infoOf } from '../lab/plugins.ts'
import { assertProblem } from '../lab/problem-body.ts'
import { assertRefused } from '../lab/refusal.ts'
import { reviewedFor } from '../lab/reviewed-routes.ts'
import { startSpecHost } from '../lab/spec-host.ts'
import type { Answer } from '../lab/visitor.ts'

const endpoint = endpointsWith(z.toJSONSchema)
const takesBody = ({ pattern }: { readonly pattern: string }): boolean => /^(?:POST|PUT|PATCH) /.test(pattern)
const smallest = 4 * 1024

/** Reviewed inputs without a largest size. Their definitions state a limit; here is the reason. */
const unboundedInputs: Readonly<Record<string, string>> = {
  'PATCH /api/instance/plans/{id}': 'A plan names up to 200 limits of parts of the build.',
  'PATCH /api/products/{id}': 'Custom fields and metadata: 50 of each, of a bounded length.',
  'PATCH /api/x/domains/accounts/{id}': 'The fields of the provider bound the settings.',
  'PATCH /api/x/products/licenses/{id}': 'A license names up to 10 limits of its program, each a number.',
  'POST /api/auth/passkeys': 'An attestation has the parts that its authenticator and browser give it.',
  'POST /api/emails': 'A template names its variables; 50 values of a bounded length.',
  'POST /api/emails/batch': 'A template names its variables; 50 values of a bounded length.',
  'POST /api/instance/plans': 'A plan names up to 200 limits of parts of the build.',
  'POST /api/instance/plans/changes': 'A plan names up to 200 limits of parts of the build.',
  'POST /api/products': 'Custom fields and metadata: 50 of each, of a bounded length.',
  'POST /api/x/domains/accounts': 'The fields of the provider bound the settings.',
  'POST /api/x/mail/templates/{id}/preview': 'The template names its variables; 50 values of a bounded length.',
  'POST /api/x/mail/templates/{id}/test': 'The template names its variables; 50 values of a bounded length.',
  'POST /api/x/products/licenses': 'A license names up to 10 limits of its program, each a number.',
  'PUT /api/instance/settings/{plugin}': 'The schema of the settings bounds the values.',
  'PUT /api/settings/{plugin}': 'The schema of the settings bounds the values.',
  'PUT /api/user/settings/{plugin}': 'The schema of the settings bounds the values.',
  'PUT /api/x/products/license-policies/{productId}': 'A policy names up to 10 limits of its program, each a number.',
}

/** JSON with so many structural characters, in an object below `name`. */
const wide = (structure: number): object => ({
  values: Object.fromEntries(Array.from({ length: (structure - 2) / 2 }, (_, at) => [`k${at}`, 1])),
})

/** Those who have the secret of such a route send whole emails; it is asked before the body is read. */
const ownSecrets: ReadonlySet<string> = new Set(reviewedFor('secret'))

suite('the limit of a body', () => {
  test('§8.15 every public endpoint of the product has an input with a largest size, and no larger a limit', async () => {
    await using host = await startSpecHost()
    const open = routesOf(host.host).filter((route) => route.audience === 'public' && takesBody(route))
    const endpoints = open.filter(({ endpoint: one, pattern }) => one !== undefined && !ownSecrets.has(pattern))
    assert.ok(endpoints.length > 10)
    for (const { pattern, endpoint: definition, bodyLimit, structureLimit } of endpoints) {
      const size = largestJson(definition?.jsonSchema('input') ?? {})
      assert.ok('bytes' in size, `${pattern}: "${'bytes' in size ? '' : size.unbounded}" has no largest size`)
      assert.equal(bodyLimit, definition?.bodyLimit ?? Math.max(smallest, size.bytes), pattern)
      assert.ok(bodyLimit <= 64 * 1024 && structureLimit <= limits.jsonStructure, pattern)
    }
    for (const { pattern, bodyLimit } of open) assert.ok(bodyLimit <= 64 * 1024 || ownSecrets.has(pattern), pattern)
  })

  test('§P72 every endpoint of the product has an input with a largest size, or states a limit for a reviewed reason', async () => {
    await using host = await startSpecHost()
    const unbounded = routesOf(host.host).flatMap(({ pattern, endpoint: one }) => {
      if (one === undefined || !takesBody({ pattern })) return []
      const size = largestJson(one.jsonSchema('input'))
      if ('bytes' in size) return []
      assert.ok(one.bodyLimit !== undefined, `${pattern}: "${size.unbounded}" has no largest size`)
      return [pattern]
    })
    assert.deepEqual(unbounded.toSorted(), Object.keys(unboundedInputs))
  })

  test('§8.15 a public endpoint without a bound refuses to start, and one that states a limit starts', async () => {
    const Open = z.strictObject({ list: z.array(z.strictObject({ name: z.string() })).check(z.maxLength(3)) })
    const options = { pattern: 'POST /api/x/open/list', input: Open, output: nothing, summary: 'Take a list' } as const
    const taking = (more: Pick<Endpoint, 'audience' | 'bodyLimit'>): AnyPlugin =>
      definePlugin({
        name: 'open',
        info: infoOf('Open'),
        models: [],
        mount: (mux) => mux.endpoint(endpoint({ ...options, ...more }), () => undefined),
      })
    await assertRefused(
      { plugins: [taking({ audience: 'public' })] },
      /Plugin "open" can't have the route "POST \/api\/x\/open\/list" \([^)]+\): "list\.\*\.name" of its input has no size limit, and the endpoint is public; set maxLength .* or bodyLimit in the definition\./,
    )
    for (const more of [{ audience: 'public', bodyLimit: 100 }, { audience: 'user' }] as const) {
      await using host = await startSpecHost({ plugins: [taking(more)] })
      const { bodyLimit } = routesOf(host.host).find(({ plugin }) => plugin === 'open') ?? assert.fail()
      assert.equal(bodyLimit, more.audience === 'public' ? 100 : limits.requestBody)
    }
  })

  test('§8.15 a body over the derived limit is refused before it is read', async () => {
    await using host = await startSpecHost()
    const path = '/api/notifications/letters'
    const { bodyLimit } = routesOf(host.host).find(({ pattern }) => pattern === `POST ${path}`) ?? assert.fail()
    const send = async (length: number): Promise<number> =>
      (await host.visitor().send('POST', path, { body: { token: 'x'.repeat(length - 12) } })).status
    assert.deepEqual([await send(bodyLimit), await send(bodyLimit + 1)], [400, 413])
  })
})

/** Reads JSON in every way available to a plugin, and counts the accepted bodies. */
function readers(): { readonly plugin: AnyPlugin; readonly count: () => number } {
  let count = 0
  const Values = z.strictObject({ values: z.record(z.string(), z.number()) })
  const take = endpoint({ pattern: 'POST /api/x/readers/typed', input: Values, output: nothing, summary: 'Take' })
  const bulk = { pattern: 'POST /api/x/readers/bulk', input: Values, output: nothing, summary: 'Take many' } as const
  const plugin = definePlugin({
    name: 'readers',
    info: infoOf('Readers'),
    models: [],
    mount(mux, ctx) {
      mux.endpoint(take, () => void (count += 1))
      mux.endpoint(endpoint({ ...bulk, structureLimit: 50_000 }), () => void (count += 1))
      const reading = (read: (request: Request) => Promise<unknown>) =>
        ctx.guard(async ({ request }) => {
          await read(request)
          count += 1
          return json({})
        })
      mux.handle(
        'POST /api/x/readers/json',
        reading((request) => request.json()),
      )
      mux.handle(
        'POST /api/x/readers/text',
        reading(async (request) => JSON.parse(await request.text())),
      )
      mux.handle(
        'POST /api/x/readers/more',
        reading((request) => request.json()),
        { structureLimit: 50_000 },
      )
    },
  })
  return { plugin, count: () => count }
}

suite('the structure of a body', () => {
  const tooWide = (answer: Answer, language: 'en' | 'zh'): void => {
    const { detail, nextStep } = assertProblem(
      { ...answer, header: (name) => answer.headers.get(name) },
      'body_too_large',
      language,
    )
    assert.match(detail ?? '', language === 'en' ? /more than 10000 structural characters/ : /超过 10000 个结构字符/)
    assert.match(nextStep ?? '', language === 'en' ? /Send fewer properties and list items/ : /请减少/)
  }

  test('§8.16 JSON with more structure than its route takes is refused before it is parsed, however it is read', async () => {
    const { plugin, count } = readers()
    await using host = await startSpecHost({ plugins: [plugin] })
    const { ada } = await host.people()
    const send = (path: string, structure: number, language = 'en'): Promise<Answer> =>
      ada.send('POST', `/api/x/readers/${path}`, { body: wide(structure), headers: { 'accept-language': language } })
    for (const path of ['typed', 'json', 'text']) {
      for (const language of ['en', 'zh'] as const) tooWide(await send(path, 10_002, language), language)
      assert.equal(count(), 0)
    }
    for (const path of ['typed', 'json', 'text']) assert.ok((await send(path, 10_000)).status < 300, path)
    for (const path of ['bulk', 'more']) {
      assert.ok((await send(path, 50_000)).status < 300, path)
      assert.equal((await send(path, 50_002)).status, 413, path)
    }
    assert.equal(count(), 5)
  })

  test('§8.16 so are the messages of agents', async () => {
    await using host = await startSpecHost()
    const { ada } = await host.people()
    const token = await mintToken(ada, ['mcp.use'])
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', arguments: wide(80_000) } }
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' }
    tooWide(await host.visitor().send('POST', '/api/mcp', { body: message, headers }), 'en')
  })

  test('§8.16 texts may hold as many of these characters as they like', async () => {
    const { plugin, count } = readers()
    await using host = await startSpecHost({ plugins: [plugin] })
    const { ada } = await host.people()
    const text = `${',:{['.repeat(5_000)}"\\",${'"'.repeat(9_000)}`
    assert.equal((await ada.send('POST', '/api/x/readers/json', { body: { text } })).status, 200)
    assert.equal(count(), 1)
  })
})

suite('the memory of bodies', () => {
  test('§8.17 one address may have 4 MiB of bodies in memory, and takes nothing from another', async () => {
    const plugin = definePlugin({
      name: 'taking',
      info: infoOf('Taking'),
      models: [],
      mount: (mux) => mux.handle('POST /api/x/taking/text', async ({ request }) => json((await request.text()).length)),
    })
    await using host = await startSpecHost({ plugins: [plugin], environment: { HOST_TRUST_PROXY: '127.0.0.1' } })
    const base = new URL(host.visitor().base)
    const send = async (address: string, language = 'en'): Promise<Answer> =>
      await host.visitor().send('POST', '/api/x/taking/text', {
        body: 'x'.repeat(200_000),
        headers: { 'x-forwarded-for': address, 'accept-language': language },
      })
    const head = `POST /api/x/taking/text HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 2001:db8::1\r\nContent-Length: ${limits.requestBody}\r\n\r\n`
    const waiting = Array.from({ length: 4 }, () => connect(Number(base.port), base.hostname))
    for (const socket of waiting) socket.on('error', () => undefined).write(head)
    assert.equal((await send('2001:db8::2')).status, 200, 'what is only announced takes no space')
    for (const socket of waiting) socket.write('x'.repeat(limits.requestBody - 1))
    const refusedSoon = async (): Promise<Answer> => {
      const answer = await send('2001:db8::2', 'zh')
      return answer.status === 200 ? await refusedSoon() : answer
    }
    const refused = await refusedSoon()
    assertProblem({ ...refused, header: (name) => refused.headers.get(name) }, 'overloaded', 'zh')
    assert.equal(refused.headers.get('retry-after'), '2')
    assert.equal((await send('2001:db8:0:1::1')).status, 200, 'another address')
    for (const socket of waiting) socket.destroy()
    while ((await send('2001:db8::2')).status !== 200);
  })
})
