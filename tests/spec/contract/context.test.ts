import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, json, serviceToken } from '@host/plugin'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { notes } from '../fixtures/notes.ts'
import { infoOf } from '../lab/plugins.ts'
import { startSpecHost } from '../lab/spec-host.ts'

for (const database of testDatabases) {
  test(`${database.dialect}: §2.18 the database of a request is bound to its workspace`, async () => {
    await using host = await startSpecHost({ database, plugins: [notes] })
    const { ada, ben, dora } = await host.people()
    const { status, body } = await ada.post<{ id: string; org_id: string }>('/api/x/notes/notes', { title: 'Milk' })
    assert.equal(status, 201)
    assert.match(body.org_id, /^org_/)
    assert.deepEqual((await ben.get('/api/x/notes/notes')).body, ['Milk'])
    assert.deepEqual((await dora.get('/api/x/notes/notes')).body, [])
    assert.equal((await dora.get(`/api/x/notes/notes/${body.id}`)).status, 404)
    await dora.send('DELETE', `/api/x/notes/notes/${body.id}`)
    assert.equal((await ada.get(`/api/x/notes/notes/${body.id}`)).status, 200)
  })

  test(`${database.dialect}: §2.18 the two doors outside of a request are visible in the log`, async () => {
    // `start` runs in the background, so a host that answers may not have run it yet.
    const started = Promise.withResolvers<unknown>()
    const counter = definePlugin({
      ...notes,
      async start(ctx) {
        const db = ctx.db.asInstance('count notes for the specification')
        const all = await db.selectFrom('notes_notes').select('title').execute()
        ctx.db.inWorkspace('org_01h455vb4pex5vsknk084sn02q', 'look into a workspace')
        started.resolve(all)
      },
    })
    await using host = await startSpecHost({ database, plugins: [counter] })
    assert.deepEqual(await started.promise, [])
    const doors = host.log.filter(({ door, plugin }) => door !== undefined && plugin === 'notes')
    assert.deepEqual(
      doors.map(({ plugin, door, reason }) => [plugin, door, reason]),
      [
        ['notes', 'asInstance', 'count notes for the specification'],
        ['notes', 'inWorkspace', 'look into a workspace'],
      ],
    )
  })

  test(`${database.dialect}: §2.26 settings belong to a workspace and a plugin, by key`, async () => {
    const settings = (name: string) =>
      definePlugin({
        name,
        info: infoOf(name),
        models: [],
        mount(mux, ctx) {
          mux.handle(
            `GET /api/x/${name}/setting` as '/s',
            ctx.guard(async ({ orgId }) => json((await ctx.getWorkspaceSetting(orgId, 'colour')) ?? 'unset')),
          )
          mux.handle(
            `PUT /api/x/${name}/setting` as '/t',
            ctx.guard(async ({ orgId, request }) => {
              await ctx.setWorkspaceSetting(orgId, 'colour', await request.json())
              return json('set')
            }),
          )
        },
      })
    await using host = await startSpecHost({ database, plugins: [settings('paint'), settings('brush')] })
    const { ada, ben, dora } = await host.people()
    const set = async (value: unknown) => await ada.send('PUT', '/api/x/paint/setting', { body: value })
    assert.equal((await set({ name: 'teal', shade: 3 })).status, 200)
    assert.deepEqual((await ben.get('/api/x/paint/setting')).body, { name: 'teal', shade: 3 })
    assert.equal((await dora.get('/api/x/paint/setting')).body, 'unset')
    assert.equal((await ada.get('/api/x/brush/setting')).body, 'unset')
    await set('blue')
    assert.equal((await ada.get('/api/x/paint/setting')).body, 'blue')
    await set(null)
    assert.equal((await ada.get('/api/x/paint/setting')).body, 'unset')
  })
}

test('§2.19 guard puts authentication and the check of the workspace before a handler', async () => {
  await using host = await startSpecHost({ plugins: [notes] })
  const { ada, eve } = await host.people()
  assert.equal((await host.visitor().get('/api/x/notes/notes')).status, 401)
  const { status, body } = await eve.get<{ code: string }>('/api/x/notes/notes')
  assert.deepEqual([status, body.code], [403, 'no_workspace'])
  assert.equal((await ada.get('/api/x/notes/notes')).status, 200)
})

test('§2.25 userId and orgId say who asks and in which workspace, behind a guard and without', async () => {
  const whoami = definePlugin({
    name: 'whoami',
    info: infoOf('Who am I'),
    models: [],
    mount(mux, ctx) {
      mux.handle('GET /api/x/whoami/public', ({ request }) =>
        json({ user: ctx.userId(request) ?? null, org: ctx.orgId(request) ?? null }),
      )
      mux.handle(
        'GET /api/x/whoami/guarded',
        ctx.guard(({ request, userId, orgId }) => json([ctx.userId(request) === userId, ctx.orgId(request) === orgId])),
      )
      mux.handle('GET /api/x/whoami/forged', ({ request }) => json(ctx.userId(request.clone()) ?? null))
    },
  })
  await using host = await startSpecHost({ plugins: [whoami] })
  const { ada, eve } = await host.people()
  const me = async (person: typeof ada) =>
    (await person.get<{ user: { id: string }; workspace: { id: string } | null }>('/api/auth/me')).body
  const [adaIs, eveIs] = [await me(ada), await me(eve)]
  assert.deepEqual((await ada.get('/api/x/whoami/public')).body, { user: adaIs.user.id, org: adaIs.workspace?.id })
  assert.deepEqual((await eve.get('/api/x/whoami/public')).body, { user: eveIs.user.id, org: null })
  assert.deepEqual((await host.visitor().get('/api/x/whoami/public')).body, { user: null, org: null })
  assert.deepEqual((await ada.get('/api/x/whoami/guarded')).body, [true, true])
  assert.equal((await ada.get('/api/x/whoami/forged')).body, null, "a copy of a request is nobody's")
})

test("§2.27 lookup returns the provided service by its token's name, and undefined for an absent one", async () => {
  const ofProvider = serviceToken<{ greet(name: string): string }>('greeter.greet')
  const ofConsumer = serviceToken<{ greet(name: string): string }>('greeter.greet')
  const absent = serviceToken<object>('greeter.leave')
  const greeter = definePlugin({
    name: 'greeter',
    info: infoOf('Greeter'),
    models: [],
    mount: (_mux, ctx) => ctx.provide(ofProvider, { greet: (name) => `Hello, ${name}` }),
  })
  const guest = definePlugin({
    name: 'guest',
    info: infoOf('Guest'),
    models: [],
    mount(mux, ctx) {
      mux.handle('GET /api/x/guest/services', () =>
        json({ greeting: ctx.lookup(ofConsumer)?.greet('Ada'), isAbsent: ctx.lookup(absent) === undefined }),
      )
    },
  })
  await using host = await startSpecHost({ plugins: [guest, greeter] })
  assert.deepEqual((await host.visitor().get('/api/x/guest/services')).body, { greeting: 'Hello, Ada', isAbsent: true })
})

test('§2.41 the roles are owner, admin and member', async () => {
  const ranks = definePlugin({
    name: 'ranks',
    info: infoOf('Ranks'),
    models: [],
    mount(mux, ctx) {
      mux.handle(
        'GET /api/x/ranks/member',
        ctx.guard(({ role }) => json(role)),
      )
      mux.handle(
        'GET /api/x/ranks/admin',
        ctx.guard(({ role }) => json(role), { role: 'admin' }),
      )
      mux.handle(
        'GET /api/x/ranks/owner',
        ctx.guard(({ role }) => json(role), { role: 'owner' }),
      )
    },
  })
  await using host = await startSpecHost({ plugins: [ranks] })
  const { ada, ben, cleo } = await host.people()
  const admitted = async (person: typeof ada) =>
    (
      await Promise.all(
        ['member', 'admin', 'owner'].map(async (role) => (await person.get(`/api/x/ranks/${role}`)).status),
      )
    ).join(' ')
  assert.equal(await admitted(ada), '200 200 200')
  assert.equal(await admitted(ben), '200 200 403')
  assert.equal(await admitted(cleo), '200 403 403')
  const { status } = await ada.post('/api/invitations', { emails: ['eve@example.test'], role: 'guest' })
  assert.equal(status, 400)
})
