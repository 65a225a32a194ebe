import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testDatabases, type TestDatabase } from '@host/host/testing/database/test-databases'
import { editionTemplate } from '../../lab/edition-template.ts'
import { follow } from '../../lab/live.ts'
import { emailOf, join, password, type People } from '../../lab/people.ts'
import { startSpecHost, type SpecHost } from '../../lab/spec-host.ts'
import { addInstanceAdmin, enterBySupport, requestSupport, workspaceOf, type SupportRow } from '../../lab/support.ts'
import type { Visitor } from '../../lab/visitor.ts'
import { askGuard } from '../matrix/ask-guard.ts'
import { expectedAnswer, type GuardAnswer, type MatrixCaller } from '../matrix/callers.ts'
import { routesOf } from '../matrix/edition-routes.ts'

const minute = 60_000

/** Routes that make a workspace send its data out from then on. */
const outflows = [
  'PATCH /api/webhooks/{id}',
  'POST /api/x/mail/transports',
  'PATCH /api/x/mail/transports/{id}',
  'PUT /api/x/mail/transports/order',
  'POST /api/x/mail/mailboxes',
  'PATCH /api/x/mail/mailboxes/{id}',
  'PUT /api/x/mail/mailboxes/{id}/members',
  'POST /api/x/mail/mailboxes/{id}/forwards',
  'PATCH /api/x/mail/forwards/{id}',
  'POST /api/x/mail/mailboxes/{id}/rules',
  'PUT /api/x/mail/rules/{id}',
  'PATCH /api/notifications/workspace-channels/{id}',
  'PUT /api/x/links/links/{id}/sharing',
  'PUT /api/x/domains/zones/{id}/secondaries',
  'POST /api/changesets/{id}/apply',
  'POST /api/changesets/{id}/approve',
  'POST /api/changesets/{id}/finish',
]

let database: TestDatabase
let hosts: readonly SpecHost[]
let people: People
let finn: Visitor
let orgId: string
let ahead = 0

const bases = (): readonly string[] => hosts.map(({ host }) => host.url ?? '')

interface Me {
  readonly workspace: { readonly support: readonly { readonly id: string; readonly isOwn: boolean }[] }
}

interface Ending {
  readonly admin: Visitor
  readonly id: string
}

/** Ways in which access ends. */
const endings: Readonly<Record<string, (ending: Ending) => Promise<{ readonly status: number } | undefined>>> = {
  'an admin of the workspace ends it': ({ id }) => people.ben.post(`/api/support-access/${id}/end`, undefined),
  'its instance admin ends it on a page of the workspace': ({ admin, id }) =>
    admin.send('POST', `/api/support-access/${id}/end`, { headers: { 'x-workspace': orgId } }),
  'its instance admin ends it in the console': ({ admin }) =>
    admin.send('DELETE', `/api/instance/workspaces/${orgId}/support`),
  'its instance admin signs out': ({ admin }) => admin.post('/api/auth/logout', undefined),
  'its instance admin loses the role': async ({ admin }) => {
    const { body } = await admin.get<{ user: { id: string } }>('/api/auth/me')
    return await people.ada.send('PATCH', `/api/instance/users/${body.user.id}`, { body: { isInstanceAdmin: false } })
  },
  'its time is over': async () => {
    ahead += 60 * minute
    return undefined
  },
}

describe('support access on two hosts', () => {
  before(async () => {
    database = (await testDatabases[1]?.create(editionTemplate())) ?? assert.fail('PostgreSQL is missing.')
    const options = { at: database, clock: () => Date.now() + ahead }
    hosts = [await startSpecHost(options), await startSpecHost(options)]
    people = (await hosts[0]?.people()) ?? assert.fail()
    finn = await newAdmin('finn')
    orgId = await workspaceOf(people.ada)
  })

  after(async () => {
    for (const host of hosts) await host[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
  })

  testDecisions()
  testEnds()
  testMatrix()
  testRecords()
})

async function newAdmin(name: string): Promise<Visitor> {
  await people.ada.post('/api/auth/reauthenticate', { password })
  return await addInstanceAdmin(people.ada, hosts[0]?.visitor() ?? assert.fail(), name)
}

/** How both hosts answer a read of the workspace. */
async function statuses(admin: Visitor, path = '/api/members'): Promise<readonly number[]> {
  const answers = bases().map((base) => admin.at(base).get(path, { 'x-workspace': orgId }))
  return (await Promise.all(answers)).map(({ status }) => status)
}

const enter = (admin: Visitor, rights: 'read' | 'admin' = 'admin'): Promise<string> =>
  enterBySupport({ admin, owner: people.ada, orgId }, rights)

function testDecisions(): void {
  test('§I63 nothing opens before an owner has granted it, with a recent proof, and the admin has started it', async () => {
    const { ada, ben, dora } = people
    const start = () => finn.post(`/api/instance/workspaces/${orgId}/support/start`, undefined)
    assert.deepEqual(await statuses(finn), [404, 404])
    assert.equal((await start()).status, 404)
    assert.equal((await requestSupport(ben, { orgId })).status, 403)
    for (const minutes of [14, 7 * 24 * 60 + 1]) {
      assert.equal((await requestSupport(finn, { orgId, minutes })).status, 400)
    }
    const asked = await requestSupport(finn, { orgId })
    assert.deepEqual([asked.status, asked.body.state], [201, 'requested'])
    assert.equal((await requestSupport(finn, { orgId })).status, 409, 'one is open')
    assert.equal((await start()).status, 404)
    const grant = (person: Visitor, body: object) => person.post(`/api/support-access/${asked.body.id}/grant`, body)
    const granted = { minutes: 30, rights: 'read' }
    assert.equal((await grant(ben, granted)).status, 403, 'an admin')
    for (const act of ['grant', 'decline', 'end']) {
      const body = act === 'grant' ? granted : undefined
      assert.equal(
        (await dora.post(`/api/support-access/${asked.body.id}/${act}`, body)).status,
        404,
        'another workspace',
      )
    }
    assert.equal((await grant(ada, { ...granted, minutes: 61 })).status, 409, 'longer')
    ahead += 16 * minute
    assert.equal((await grant(ada, granted)).status, 403, 'without a recent proof')
    await ada.post('/api/auth/reauthenticate', { password })
    assert.equal((await grant(ada, granted)).status, 200)
    assert.equal((await grant(ada, granted)).status, 409, 'twice')
    assert.deepEqual(await statuses(finn), [404, 404])
    assert.equal((await start()).status, 200)
    for (const path of ['/api/members', '/api/invitations', `/api/workspaces/${orgId}`, '/api/audit', '/api/menus']) {
      assert.deepEqual(await statuses(finn, path), [200, 200], path)
    }
    const other = await finn.at(bases()[1] ?? '').signIn(emailOf('finn'), password)
    for (const path of ['/api/members', `/api/workspaces/${orgId}`]) {
      assert.deepEqual(await statuses(other, path), [404, 404], 'another sign-in')
    }
    const me = await ada.get<{ workspace: { support: readonly object[] } }>('/api/auth/me')
    assert.partialDeepStrictEqual(me.body.workspace.support, [{ name: 'finn', isReadOnly: true, isOwn: false }])
    finn = await (hosts[0]?.visitor() ?? assert.fail()).signIn(emailOf('finn'), password)
    assert.equal((await finn.send('DELETE', `/api/instance/workspaces/${orgId}/support`)).status, 200)
  })

  test('the access in use is named on every page, however many others are granted', async () => {
    const admin = await newAdmin('briefly')
    for (const name of ['unused-0', 'unused-1', 'unused-2']) {
      const { id, minutes } = (await requestSupport(await newAdmin(name), { orgId })).body
      await people.ada.post(`/api/support-access/${id}/grant`, { minutes, rights: 'read' })
    }
    const id = await enterBySupport({ admin, owner: people.ada, orgId, minutes: 15 })
    const notices = async (visitor: Visitor) =>
      (await visitor.get<Me>('/api/auth/me', { 'x-workspace': orgId })).body.workspace.support
    assert.deepEqual(
      (await notices(admin)).map((notice) => [notice.id, notice.isOwn]),
      [[id, true]],
    )
    const seen = await notices(people.ada)
    assert.deepEqual([seen.length, seen[0]?.id], [4, id])
  })

  test('an owner declines, an admin withdraws, a request expires after 7 days, and 5 can be made on one day', async () => {
    const gail = await newAdmin('gail')
    const states = async () => {
      const { body } = await people.ben.get<{ items: readonly SupportRow[] }>('/api/support-access')
      return body.items.map(({ state }) => state)
    }
    const first = (await requestSupport(gail, { orgId })).body.id
    assert.equal((await people.ada.post(`/api/support-access/${first}/decline`, undefined)).status, 200)
    assert.equal((await states())[0], 'declined')
    for (let count = 0; count < 4; count += 1) {
      assert.equal((await requestSupport(gail, { orgId })).status, 201)
      assert.equal((await gail.send('DELETE', `/api/instance/workspaces/${orgId}/support`)).status, 200)
      assert.equal((await states())[0], 'withdrawn')
    }
    assert.equal((await requestSupport(gail, { orgId })).status, 409)
  })
}

function testEnds(): void {
  for (const [number, [name, end]] of Object.entries(endings).entries()) {
    test(`nothing answers on any host, and streams end, from the moment when ${name}`, async () => {
      const admin = await newAdmin(`ending-${number}`)
      const id = await enter(admin, number % 2 === 0 ? 'read' : 'admin')
      const [standing, open] = [admin.at(bases()[0] ?? ''), await statuses(admin)]
      assert.deepEqual(open, [200, 200])
      await using stream = await follow(admin, bases()[1] ?? '', { 'x-workspace': orgId })
      assert.equal(stream.status, 200)
      const ended = await end({ admin, id })
      assert.ok(ended === undefined || ended.status < 300, JSON.stringify(ended))
      assert.deepEqual(await statuses(standing), [401, 401])
      assert.deepEqual(await statuses(standing, '/api/auth/me'), [401, 401])
      // Other paths can still be on their way: a grant changes the checklist, too.
      const view = { page: '/members', name: `after ${number}`, query: '', isShared: true }
      const { status } = await people.ada.post('/api/views', view)
      assert.ok(status < 300, `${status}`)
      await stream.ends()
      assert.ok(!stream.paths().includes('/api/views'))
    })
  }

  test('access ends where its admin joins the workspace, and where they lose the role before they started it', async () => {
    const [joining, waiting] = [await newAdmin('joining'), await newAdmin('waiting')]
    const id = await enter(joining)
    const { id: other, minutes } = (await requestSupport(waiting, { orgId })).body
    await people.ada.post(`/api/support-access/${other}/grant`, { minutes, rights: 'read' })
    await join(people.ada, joining, { name: 'joining', role: 'member' })
    assert.deepEqual(await statuses(joining), [200, 200], 'a member')
    const joined = (await joining.get<{ user: { id: string } }>('/api/auth/me')).body.user.id
    assert.ok((await people.ada.send('DELETE', `/api/members/${joined}`)).status < 300)
    await joining.signIn(emailOf('joining'), password)
    assert.deepEqual(await statuses(joining), [404, 404])
    assert.equal((await joining.post(`/api/instance/workspaces/${orgId}/support/start`, undefined)).status, 404)
    const { user } = (await waiting.get<{ user: { id: string } }>('/api/auth/me')).body
    for (const isInstanceAdmin of [false, true]) {
      await people.ada.send('PATCH', `/api/instance/users/${user.id}`, { body: { isInstanceAdmin } })
    }
    await waiting.signIn(emailOf('waiting'), password)
    assert.equal((await waiting.post(`/api/instance/workspaces/${orgId}/support/start`, undefined)).status, 404)
    const { body } = await people.ben.get<{ items: readonly SupportRow[] }>('/api/support-access')
    const ended = body.items.filter((row) => row.id === id || row.id === other)
    assert.deepEqual(
      ended.map(({ state }) => state),
      ['ended', 'ended'],
    )
  })

  test('a request can be granted for 7 days, and access never comes back', async () => {
    const admin = await newAdmin('late')
    const { id } = (await requestSupport(admin, { orgId, minutes: 7 * 24 * 60 })).body
    ahead += 7 * 24 * 60 * minute
    for (const [name, visitor] of Object.entries({ late: admin, ada: people.ada, ben: people.ben })) {
      await visitor.signIn(emailOf(name), password)
    }
    const granted = await people.ada.post(`/api/support-access/${id}/grant`, { minutes: 15, rights: 'read' })
    assert.equal(granted.status, 409)
    const { body } = await people.ben.get<{ items: readonly SupportRow[] }>('/api/support-access')
    assert.equal(body.items.find((row) => row.id === id)?.state, 'expired')
  })
}

function testMatrix(): void {
  test('§5.3 §I63 no route of the build answers by support access before the grant or after its end, on any host', async () => {
    const admin = await newAdmin('matrix')
    await assertRefused(admin, '404')
    const id = await enter(admin)
    await people.ben.post(`/api/support-access/${id}/end`, undefined)
    await assertRefused(admin, '401')
  })

  test('§I64 support access takes no route that needs a session, a proof or an owner, that exports, sends data out from then on, or changes members', () => {
    const routes = routesOf(hosts[0]?.host ?? assert.fail())
    const taken = routes.filter(({ requirements }) => requirements?.support === true)
    assert.ok(taken.length > 200)
    const patterns = new Set(routes.map(({ pattern }) => pattern))
    assert.deepEqual(
      outflows.filter((pattern) => !patterns.has(pattern)),
      [],
    )
    for (const { pattern, audience, requirements, endpoint } of taken) {
      const { session, proof, confined } = requirements ?? {}
      assert.notEqual(audience, 'owner', pattern)
      assert.ok(!pattern.startsWith('GET ') || (endpoint?.audit ?? false) === false, pattern)
      assert.doesNotMatch(pattern, /^GET .*\/export$/)
      assert.ok(typeof endpoint?.mcp !== 'object' || endpoint.mcp.approval !== true, pattern)
      assert.ok(!outflows.includes(pattern), pattern)
      assert.ok(proof !== true && endpoint?.revealsSecret !== true, pattern)
      assert.ok(session === 'any' || confined === 'allowed', pattern)
      assert.doesNotMatch(pattern, /^(?!GET).*\/api\/(members|invitations|tokens|sso|workspaces\/\{id\}$)|\/grant$/)
    }
  })
}

/** Asks every route about the workspace on both hosts: those of the console and open ones answer all the same. */
async function assertRefused(admin: Visitor, refusal: GuardAnswer): Promise<void> {
  const wrong: string[] = []
  for (const [place, base] of bases().entries()) {
    const caller: MatrixCaller = { name: 'support', isInstanceAdmin: true, visitor: admin.at(base), headers: {} }
    for (const route of routesOf(hosts[place]?.host ?? assert.fail())) {
      const isOfTenant = !['public', 'instance'].includes(route.audience) && !route.pattern.includes(' /p/')
      const expected = isOfTenant ? refusal : expectedAnswer(route, caller)
      const answer = await askGuard(route, caller, { base, named: { header: orgId } })
      const isFine = answer === expected || (route.endpoint === undefined && !isOfTenant)
      if (!isFine) wrong.push(`${route.pattern} at host ${place}: ${answer}, not ${expected}`)
    }
  }
  assert.deepEqual(wrong, [])
}

interface Entry {
  readonly action: string
  readonly actor: {
    readonly kind: string
    readonly name: string
    readonly grantedByName: string | null
  }
}

function testRecords(): void {
  test('§I64 every entry of a session names its admin and the owner who granted it, and the sessions read only reads', async () => {
    const [full, reader] = [await newAdmin('full'), await newAdmin('reader')]
    await enter(full)
    await enter(reader, 'read')
    const save = (admin: Visitor, name: string) =>
      admin.send('POST', '/api/views', {
        body: { page: '/members', name, query: '', isShared: true },
        headers: { 'x-workspace': orgId },
      })
    assert.equal((await save(full, 'one')).status, 201)
    assert.equal((await save(reader, 'two')).status, 403)
    const { items } = (await people.ada.get<{ items: readonly Entry[] }>('/api/audit?actor=support&limit=200')).body
    const entry = items.find(({ action }) => action.startsWith('view.')) ?? assert.fail(JSON.stringify(items))
    assert.partialDeepStrictEqual(entry.actor, { kind: 'support', name: 'full', grantedByName: 'ada' })
    assert.ok(items.every(({ actor }) => actor.grantedByName === 'ada'))
    const log = JSON.stringify((await people.ada.get('/api/audit?action=support&limit=200')).body)
    const console = JSON.stringify((await people.ada.get('/api/instance/audit?action=support&limit=200')).body)
    for (const kind of ['requested', 'granted', 'declined', 'withdrawn', 'started', 'ended']) {
      assert.ok(log.includes(`support.${kind}`) && console.includes(`support.${kind}`), kind)
    }
    assert.match(JSON.stringify((await people.ada.get('/api/notifications?limit=50')).body), /requests support access/)
  })
}
