import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeclaredSettings, definePlugin, json, serviceToken } from '@host/plugin'
import { createTestHost, TestCallError } from '@host/testing'
import { demo } from './demo.ts'
import { plugin } from './plugin.ts'
import { countGreetings, createGreeting, listGreetings } from './shared.ts'

const hello = { plugins: [plugin] }

test('ping answers everyone', async () => {
  await using host = await createTestHost(hello)
  const answer = await host.as('anonymous').get('/api/x/hello/ping')
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  assert.deepEqual(await answer.json(), { message: 'Hello from the plugin.' })
})

test('a greeting is seen by its workspace, with its author, and by no other', async () => {
  await using host = await createTestHost(hello)
  const written = await host.as('member').call(createGreeting, { text: ' Good morning ' })
  assert.equal(written.text, 'Good morning')
  assert.notEqual(written.author, '')
  assert.deepEqual((await host.as('admin').call(listGreetings)).items, [written])
  assert.deepEqual((await host.as('otherOwner').call(listGreetings)).items, [])
})

test('the palette finds a greeting by the beginnings of its words, in its workspace alone', async () => {
  const searched = definePlugin({
    ...plugin,
    mount(mux, ctx) {
      mux.handle(
        'GET /api/x/hello/found',
        ctx.guard(async (scope) => json(await plugin.search?.(scope, scope.query.get('q') ?? '', ctx))),
      )
      return plugin.mount(mux, ctx)
    },
  })
  await using host = await createTestHost({ plugins: [searched] })
  await host.as('member').call(createGreeting, { text: 'Good morning' })
  const titles = async (person: 'admin' | 'otherOwner', text: string) => {
    const hits = (await (await host.as(person).get(`/api/x/hello/found?q=${text}`)).json()) as { title: string }[]
    return hits.map(({ title }) => title)
  }
  assert.deepEqual(await titles('admin', 'MORN'), ['Good morning'])
  assert.deepEqual(await titles('admin', 'evening'), [])
  assert.deepEqual(await titles('otherOwner', 'morn'), [])
})

test('a new workspace of host dev has greetings to show', async () => {
  await using host = await createTestHost({ ...hello, fill: demo })
  for (const owner of ['owner', 'otherOwner'] as const) {
    const { items } = await host.as(owner).call(listGreetings)
    assert.deepEqual(
      new Set(items.map(({ text }) => text)),
      new Set(['Good morning', 'The kettle is on', 'Back at three']),
    )
  }
})

test("another workspace's greeting is as unknown as one that never was", async () => {
  await using host = await createTestHost(hello)
  const { id } = await host.as('member').call(createGreeting, { text: 'Hello' })
  assert.equal((await host.as('owner').get(`/api/x/hello/greetings/${id}`)).status, 200)
  const foreign = await host.as('otherOwner').get(`/api/x/hello/greetings/${id}`)
  const unknown = await host.as('otherOwner').get('/api/x/hello/greetings/greet_none')
  const body = async (answer: Response) => ({ ...((await answer.json()) as object), requestId: '' })
  assert.deepEqual([foreign.status, await body(foreign)], [404, await body(unknown)])
})

test('an empty and an overlong greeting are refused, with the field named', async () => {
  await using host = await createTestHost(hello)
  for (const text of [' ', 'x'.repeat(201)]) {
    await assert.rejects(
      () => host.as('member').call(createGreeting, { text }),
      (error) => error instanceof TestCallError && error.status === 400 && error.problem?.errors?.[0]?.path === 'text',
    )
  }
})

test('a wave works without an idempotency key', async () => {
  await using host = await createTestHost(hello)
  assert.deepEqual(await (await host.as('member').post('/api/x/hello/wave')).json(), {
    wavedTo: host.userIds.member,
    signature: null,
  })
})

test('settings of workspace, instance and author apply to the next greeting', async () => {
  await using host = await createTestHost(hello)
  const settings = host.service(DeclaredSettings)
  const here = { kind: 'workspace', orgId: host.workspaces.here } as const
  await settings.save('hello', here, { longest: 20, unwanted: ['rain'], waveKey: 'a key of this workspace' })
  await settings.save('hello', { kind: 'user', userId: host.userIds.member }, { closing: 'sun' })
  const member = host.as('member')
  assert.equal((await member.call(createGreeting, { text: 'Good morning' })).text, 'Good morning ☀️')
  for (const text of ['Rain again', 'x'.repeat(21)]) {
    await assert.rejects(() => member.call(createGreeting, { text }), { status: 400 })
  }
  assert.equal((await host.as('otherOwner').call(createGreeting, { text: 'Rain again' })).text, 'Rain again')
  const wave = (await (await member.post('/api/x/hello/wave')).json()) as { readonly signature: string }
  assert.match(wave.signature, /^[0-9a-f]{64}$/)
  await settings.save('hello', { kind: 'instance' }, { isPaused: true, reason: 'Back at noon.' })
  await assert.rejects(() => member.call(createGreeting, { text: 'Hello' }), { status: 503 })
})

test('a call with an idempotency key is carried out once, and its repeat is answered as the first was', async () => {
  await using host = await createTestHost(hello)
  const member = host.as('member')
  const send = (text: string) =>
    member.post('/api/x/hello/greetings', { text }, { headers: { 'idempotency-key': 'morning-1' } })
  const [first, repeat, other] = [await send('Good morning'), await send('Good morning'), await send('Good night')]
  assert.deepEqual([first.status, repeat.status, other.status], [201, 201, 422])
  assert.equal(repeat.headers.get('idempotency-replayed'), 'true')
  assert.deepEqual(await repeat.json(), await first.json())
  assert.equal((await member.call(listGreetings)).items.length, 1)
})

test('a wave, whose route is wrapped by hand, can be repeated too', async () => {
  await using host = await createTestHost(hello)
  const wave = () =>
    host.as('member').post('/api/x/hello/wave', undefined, { headers: { 'idempotency-key': 'wave-1' } })
  const [first, repeat] = [await wave(), await wave()]
  assert.deepEqual(
    [first.headers.get('idempotency-replayed'), repeat.headers.get('idempotency-replayed')],
    [null, 'true'],
  )
  assert.deepEqual(await repeat.json(), await first.json())
})

test('the console counts over all workspaces, for instance admins only', async () => {
  await using host = await createTestHost(hello)
  await host.as('member').call(createGreeting, { text: 'Here' })
  await host.as('otherOwner').call(createGreeting, { text: 'There' })
  assert.deepEqual(await host.as('instanceAdmin').call(countGreetings), { count: 2 })
  assert.equal((await host.as('owner').get('/api/x/hello/count')).status, 403)
})

test('the landing address outside the API leads to the page', async () => {
  await using host = await createTestHost(hello)
  const answer = await host.as('anonymous').get('/hello')
  assert.deepEqual([answer.status, answer.headers.get('location')], [302, '/admin/hello'])
})

test('switched off, its routes are gone for that workspace and stay for the other', async () => {
  await using host = await createTestHost(hello)
  await host.switchFeature('hello', false)
  assert.equal((await host.as('member').get('/api/x/hello/greetings')).status, 404)
  assert.equal((await host.as('otherOwner').get('/api/x/hello/greetings')).status, 200)
})

test('other plugins find the greeter by its name', async () => {
  await using host = await createTestHost(hello)
  const greeter = host.service(serviceToken<{ greet(name: string): string }>('hello.greeter'))
  assert.equal(greeter.greet('you'), 'Hello, you!')
})

test('start finds its neighbours', async () => {
  await using host = await createTestHost(hello)
  assert.ok(host.logs.some((line) => line.message === 'ready' && line.fields['plugin'] === 'hello'))
})

test('an agent reads the latest greeting of its workspace by a tool, and unknown input is refused', async () => {
  await using host = await createTestHost(hello)
  const ask = async (person: 'member' | 'otherOwner', input: object) =>
    await host.as(person).post('/api/x/hello/tools/latest', input)
  for (const text of ['First', 'Second']) await host.as('member').call(createGreeting, { text })
  const said = (await (await ask('member', {})).json()) as { greeting: { text: string; author: string } }
  assert.equal(said.greeting.text, 'Second')
  const { greeting } = (await (await ask('member', { author: said.greeting.author })).json()) as typeof said
  assert.equal(greeting.text, 'Second')
  assert.deepEqual(await (await ask('otherOwner', {})).json(), { greeting: null })
  assert.equal((await ask('member', { author: 7 })).status, 400)
})
