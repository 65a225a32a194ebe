import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { definePlugin, noContent, Problem } from '@host/plugin'
import { ApiCalls, type ApiCall, type ApiCaller } from '@host/plugin/platform'
import { endpointsWith, nothing } from '@host/plugin/wire'
import * as z from 'zod/mini'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { allScopes } from '../lab/agents.ts'
import { emailOf, password } from '../lab/people.ts'
import { infoOf } from '../lab/plugins.ts'
import { startSpecHost, type SpecHostOptions } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

const defineEndpoint = endpointsWith(z.toJSONSchema)

const write = defineEndpoint({
  pattern: 'POST /api/x/inside/notes/{id}',
  agents: true,
  input: z.strictObject({ text: z.string().check(z.maxLength(100)) }),
  output: z.object({ id: z.string(), text: z.string(), token: z.nullable(z.string()) }),
  role: 'admin',
  summary: 'Write a note',
})
const whoIsThere = defineEndpoint({
  pattern: 'GET /api/x/inside/open',
  input: nothing,
  output: z.object({ user: z.nullable(z.string()) }),
  audience: 'public',
  summary: 'Say who is there',
})
const call: ApiCall = { pattern: write.pattern, input: { id: 'a', text: 'b' } }

interface Kept {
  caller?: ApiCaller | undefined
  inner?: Request
}

/** A plugin that makes internal calls on request, and stores their caller. */
function inside(kept: Kept) {
  return definePlugin({
    name: 'inside',
    info: infoOf('Inside'),
    models: [],
    mount(mux, ctx) {
      const calls = ctx.lookup(ApiCalls)
      if (calls === undefined) throw new Error('There are no calls inside.')
      mux.endpoint(write, ({ params, input, request }) => {
        kept.inner = request
        return { id: params.id, text: input.text, token: calls.callerOf(request)?.tokenId ?? null }
      })
      mux.endpoint(whoIsThere, ({ request }) => ({ user: ctx.userId(request) ?? null }))
      mux.handle(
        'GET /api/x/inside/guarded',
        ctx.guard(() => noContent(), { agents: true }),
      )
      mux.handle('POST /api/x/inside/ask', async ({ request }) => {
        kept.caller = calls.callerOf(request)
        return await calls.call(request, (await request.json()) as ApiCall)
      })
      mux.handle('POST /api/x/inside/copy', ({ request }) =>
        calls.call(new Request(request.url, { headers: request.headers }), { pattern: whoIsThere.pattern, input: {} }),
      )
      mux.handle('POST /api/x/inside/twice', async ({ request }) => {
        await calls.call(request, call)
        return await calls.call(request, call)
      })
      mux.handle('POST /api/x/inside/nested', async ({ request }) => {
        await calls.call(request, call)
        return await calls.call(kept.inner ?? request, { pattern: whoIsThere.pattern, input: {} })
      })
    },
  })
}

interface Minted {
  readonly id: string
  readonly token: string
}

async function open(options: SpecHostOptions = {}) {
  const kept: Kept = {}
  const host = await startSpecHost({ plugins: [inside(kept)], ...options })
  const people = await host.people()
  const { body: minted } = await people.ben.post<Minted>('/api/tokens', {
    name: 'Agent',
    scopes: await allScopes(people.ben),
  })
  const ask = async (asked: object = call, token = minted.token, path = '/api/x/inside/ask') =>
    await host
      .visitor()
      .send<{ code?: string }>('POST', path, { body: asked, headers: { authorization: `Bearer ${token}` } })
  const service = host.host.lookup(ApiCalls)
  assert.ok(service)
  const close = async (): Promise<void> => await host[Symbol.asyncDispose]()
  return { host, kept, minted, ask, calls: service, ...people, [Symbol.asyncDispose]: close }
}

/** The response to a stored call, or the code of its refusal. */
async function answerOf(lab: Awaited<ReturnType<typeof open>>, caller = lab.kept.caller, asked: ApiCall = call) {
  assert.ok(caller)
  const answer = await lab.calls.callAs(caller, asked, 'usr_who_approved')
  const text = await answer.text()
  return { status: answer.status, code: text === '' ? undefined : (JSON.parse(text) as { code?: string }).code }
}

const idOf = async (person: Visitor): Promise<string> =>
  (await person.get<{ user: { id: string } }>('/api/auth/me')).body.user.id

const tokenPath = ({ minted }: { readonly minted: Minted }, rest = ''): string => `/api/tokens/${minted.id}${rest}`

for (const database of testDatabases) {
  describe(`on ${database.name}`, () => {
    test('§A37 a call that has waited runs with the rights that its token has now, and with both names in its entry', async () => {
      await using lab = await open({ database })
      const { ada, ask } = lab
      assert.equal((await ask()).status, 200)
      assert.deepEqual(await answerOf(lab), { status: 200, code: undefined })
      const { body } = await ada.get<{ items: { id: string; actor: object }[] }>(
        '/api/audit?action=note.created&actor=agent',
      )
      const entry = body.items[0]
      const { body: details } = await ada.get<{
        after: unknown
        address: unknown
        actor: { kind: string; name: string }
      }>(`/api/audit/entries/${entry?.id}`)
      assert.deepEqual([details.actor.kind, details.actor.name, details.address], ['agent', 'ben', null])
      assert.deepEqual(details.after, { approvedBy: 'usr_who_approved', text: 'b' })
    })
  })
}

for (const [what, change] of Object.entries<(lab: Awaited<ReturnType<typeof open>>) => Promise<unknown>>({
  'was revoked': async (lab) => await lab.ben.send('DELETE', tokenPath(lab)),
  'was rotated': async (lab) => await lab.ben.send('POST', tokenPath(lab, '/rotate'), { body: { overlapHours: 0 } }),
  'has lost its holder': async ({ ada, ben }) => await ada.send('DELETE', `/api/members/${await idOf(ben)}`),
})) {
  test(`§A37 a stored call is refused when its token ${what}`, async () => {
    await using lab = await open()
    await lab.ask()
    const { status } = (await change(lab)) as { status: number }
    assert.ok(status < 300, String(status))
    assert.deepEqual(await answerOf(lab), { status: 401, code: 'unauthenticated' })
  })
}

test('§A37 while a rotation lets the former secret work, calls made with it run', async () => {
  await using lab = await open()
  await lab.ask()
  assert.equal((await lab.ben.send('POST', tokenPath(lab, '/rotate'), { body: { overlapHours: 1 } })).status, 200)
  assert.equal((await answerOf(lab)).status, 200)
})

test('§A37 a lowered role, a feature that is off and input that no longer fits are refused as they would be outside', async () => {
  await using lab = await open()
  await lab.ask()
  const { ada, ben } = lab
  const enable = async (enabled: boolean) => await ada.send('PUT', '/api/features/inside', { body: { enabled } })
  await enable(false)
  assert.deepEqual(await answerOf(lab), { status: 404, code: 'feature_disabled' })
  await enable(true)
  const long = { ...call, input: { id: 'a', text: 'x'.repeat(101) } }
  assert.deepEqual(await answerOf(lab, lab.kept.caller, long), { status: 400, code: 'invalid_input' })
  assert.equal((await ada.send('PATCH', `/api/members/${await idOf(ben)}`, { body: { role: 'member' } })).status, 200)
  assert.deepEqual(await answerOf(lab), { status: 403, code: 'forbidden' })
})

test('§A37 a caller can not be forged: one with another stamp, user or workspace is refused', async () => {
  await using lab = await open()
  await lab.ask()
  const { kept, dora } = lab
  assert.ok(kept.caller)
  const { workspace } = (await dora.get<{ workspace: { id: string } }>('/api/auth/me')).body
  const forged: readonly Partial<ApiCaller>[] = [
    { stamp: '' },
    { stamp: `${kept.caller.stamp.slice(1)}x` },
    { stamp: undefined as unknown as string },
    { tokenId: 'tok_none' },
    { userId: await idOf(dora) },
    { orgId: workspace.id },
  ]
  for (const part of forged) {
    assert.deepEqual(
      await answerOf(lab, { ...kept.caller, ...part }),
      { status: 401, code: 'unauthenticated' },
      JSON.stringify(part),
    )
  }
})

test('§A88 a stored call comes from its original address, which can not be forged, and must be allowed now', async () => {
  const [sqlite] = testDatabases
  await using at = await sqlite?.create()
  assert.ok(at)
  await using lab = await open({ at })
  const { ben, ask, kept } = lab
  const addresses = ['127.0.0.0/8', '::1/128']
  const scopes = await allScopes(ben)
  const { body: bound } = await ben.post<Minted>('/api/tokens', { name: 'Bound', scopes, addresses })
  assert.equal((await ask(call, bound.token)).status, 200)
  assert.ok(kept.caller)
  assert.equal((await answerOf(lab)).status, 200)
  for (const address of ['10.0.0.1', '127.0.0.2', '', undefined]) {
    assert.equal((await answerOf(lab, { ...kept.caller, address })).status, 401, String(address))
    assert.equal(await lab.calls.isLive({ ...kept.caller, address }), false)
  }
  assert.equal(await lab.calls.isLive(kept.caller), true)
  const file = new DatabaseSync(at.url)
  file.prepare('update api_tokens set addresses = ? where id = ?').run('["10.0.0.0/8"]', bound.id)
  file.close()
  assert.deepEqual(await answerOf(lab), { status: 401, code: 'unauthenticated' })
  assert.equal(await lab.calls.isLive(kept.caller), false)
})

test('§A88 a stored call is marked as begun right before its handler, and not where it is refused', async () => {
  await using lab = await open()
  await lab.ask()
  let begun = 0
  const onBegin = async (): Promise<void> => void (begun += 1)
  const long = { ...call, input: { id: 'a', text: 'x'.repeat(101) }, onBegin }
  assert.deepEqual(await answerOf(lab, lab.kept.caller, long), { status: 400, code: 'invalid_input' })
  assert.equal(begun, 0)
  assert.equal((await answerOf(lab, lab.kept.caller, { ...call, onBegin })).status, 200)
  assert.equal(begun, 1)
  const refuse = async (): Promise<void> => {
    throw new Problem('conflict')
  }
  const wrote = lab.kept.inner
  assert.equal((await answerOf(lab, lab.kept.caller, { ...call, onBegin: refuse })).status, 409)
  assert.equal(lab.kept.inner, wrote)
})

test('§A89 a stored call was counted when it was requested, and further calls of one request count one by one', async () => {
  await using lab = await open({ environment: { HOST_RATE_API: '1000' } })
  const stand = async () => {
    const { headers } = await lab.ask()
    const [, left, ends] = /;r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? []
    return { left: Number(left), ends: Number(ends) }
  }
  for (let isSameWindow = false; !isSameWindow;) {
    const first = await stand()
    for (let nth = 0; nth < 5; nth += 1) assert.equal((await answerOf(lab)).status, 200)
    const second = await stand()
    assert.equal((await lab.ask({}, undefined, '/api/x/inside/twice')).status, 200)
    const third = await stand()
    isSameWindow = third.ends <= first.ends
    if (isSameWindow) assert.deepEqual([first.left - second.left, second.left - third.left], [1, 3])
  }
})

test('§A27 a call inside takes a token of the request itself: no session, no copy of a request, no call from inside', async () => {
  await using lab = await open()
  const { ben, ask, host, kept } = lab
  const session = await ben.post<{ code: string }>('/api/x/inside/ask', call)
  assert.deepEqual([session.status, session.body.code], [401, 'unauthenticated'])
  assert.equal((await host.visitor().post('/api/x/inside/ask', call)).status, 401)
  assert.equal((await ask({}, undefined, '/api/x/inside/copy')).status, 401)
  const nested = await ask({}, undefined, '/api/x/inside/nested')
  assert.deepEqual([nested.status, nested.body.code], [400, 'bad_request'])
  assert.equal(kept.inner?.headers.get('authorization'), null)
  const inner = await ask()
  assert.deepEqual(inner.body, { id: 'a', text: 'b', token: lab.minted.id })
})

test('§A27 an internal call reaches the route it names and no other, for any wildcard values', async () => {
  await using lab = await open()
  const { ask } = lab
  for (const id of ['..', '.', '', 'a/../..', '%2e%2e', '\u0000', 'x'.repeat(3_000)]) {
    const { status, body } = await ask({ ...call, input: { id, text: 'b' } })
    if (status === 200) assert.deepEqual(body, { id, text: 'b', token: lab.minted.id })
    else assert.ok(['not_found', 'bad_request'].includes(body.code ?? ''), `${id}: ${status} ${body.code}`)
  }
  for (const pattern of [
    'POST /api/x/inside/notes/a',
    'POST /api/x/inside/none',
    'GET /healthz',
    'GET /api/x/inside/guarded/',
  ]) {
    assert.equal((await ask({ pattern, input: { text: 'b' } })).status, 404, pattern)
  }
  const shown = await ask({ pattern: whoIsThere.pattern, input: {} })
  assert.equal(shown.status, 200)
})

test('§A37 a public route knows its caller from inside as it would from outside: within the scope of the token', async () => {
  await using lab = await open()
  const { ben, ask } = lab
  const userOf = async (scopes: readonly string[]): Promise<unknown> => {
    const { body } = await ben.post<Minted>('/api/tokens', { name: 'Other', scopes })
    const outside = await lab.host.visitor().get('/api/x/inside/open', { authorization: `Bearer ${body.token}` })
    const within = await ask({ pattern: whoIsThere.pattern, input: {} }, body.token)
    assert.deepEqual(within.body, outside.body)
    return (within.body as { user?: unknown }).user
  }
  assert.equal(await userOf(['inside.write', 'inside.read']), await idOf(ben))
  await ben.signIn(emailOf('ben'), password)
  assert.equal(await userOf(['inside.write']), null)
})
