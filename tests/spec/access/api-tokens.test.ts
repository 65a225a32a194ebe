import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Workspaces } from '@host/plugin/platform'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { editionTemplate } from '../lab/edition-template.ts'
import { findInDatabase } from '../lab/find-in-database.ts'
import { notes } from '../fixtures/notes.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

const path = '/api/x/notes/notes'

interface Minted {
  readonly id: string
  readonly token: string
}

async function mint(person: Visitor, given: object = {}): Promise<Minted> {
  const { status, body } = await person.post<Minted>('/api/tokens', { name: 'Robot', ...given })
  assert.equal(status, 201, JSON.stringify(body))
  return body
}

const call = async (host: SpecHost, token: string, route = `GET ${path}`) => {
  const [method = '', to = ''] = route.split(' ')
  return await host.visitor().send(method, to, { headers: { authorization: `Bearer ${token}` } })
}

const idOf = async (person: Visitor): Promise<string> =>
  (await person.get<{ user: { id: string } }>('/api/auth/me')).body.user.id

for (const database of testDatabases) {
  describe(`on ${database.name}`, () => {
    test('§5.5 §I37 a change of role holds for the very next request of a token', async () => {
      await using host = await startSpecHost({ plugins: [notes], database })
      const { ada, ben } = await host.people()
      const { token } = await mint(ben, { scopes: ['notes.read', 'notes.write'] })
      const gone = `${path}/note_01h455vb4pex5vsknk084sn02q`
      assert.notEqual((await call(host, token, `DELETE ${gone}`)).status, 403)
      const changed = await ada.send('PATCH', `/api/members/${await idOf(ben)}`, { body: { role: 'member' } })
      assert.equal(changed.status, 200)
      assert.deepEqual(
        [(await call(host, token)).status, (await call(host, token, `DELETE ${gone}`)).status],
        [200, 403],
      )
    })

    test('§I34 a token that names its workspace by the slug is told to send the ID', async () => {
      await using host = await startSpecHost({ plugins: [notes], database })
      const { ada } = await host.people()
      const { token } = await mint(ada)
      const { workspace } = (await ada.get<{ workspace: { id: string; slug: string } }>('/api/auth/me')).body
      const naming = async (name: string) =>
        await host.visitor().send<{ detail?: string; nextStep?: string }>('GET', path, {
          headers: { authorization: `Bearer ${token}`, 'x-workspace': name },
        })
      assert.equal((await naming(workspace.id)).status, 200)
      const answers = await Promise.all([workspace.slug, `@${workspace.slug}`, 'org_unknown'].map(naming))
      assert.deepEqual(
        answers.map(({ status, body }) => [status, body.detail]),
        Array.from({ length: 3 }, () => [404, 'The request does not name the workspace of this API token by its ID.']),
      )
      assert.match(answers[0]?.body.nextStep ?? '', /the ID that GET \/api\/auth\/me returns, not the slug/)
    })

    test("§5.5 §I37 §I38 a token's role cap applies to all of its actions: an admin creates and changes no owner", async () => {
      await using host = await startSpecHost({ plugins: [notes], database })
      const { ada, ben } = await host.people()
      const { token } = await mint(ada, { role: 'admin', scopes: ['workspaces.write'] })
      const as = async (method: string, to: string, body?: object) =>
        (await host.visitor().send(method, to, { body, headers: { authorization: `Bearer ${token}` } })).status
      const [owner, admin] = [await idOf(ada), await idOf(ben)]
      assert.equal(await as('PATCH', `/api/members/${admin}`, { role: 'owner' }), 403)
      assert.equal(await as('POST', '/api/invitations', { emails: ['x@example.test'], role: 'owner' }), 403)
      assert.equal((await ada.send('PATCH', `/api/members/${admin}`, { body: { role: 'owner' } })).status, 200)
      assert.equal(await as('PATCH', `/api/members/${owner}`, { role: 'admin' }), 403)
      assert.equal(await as('DELETE', `/api/members/${admin}`), 403)
    })

    test('§5.6 §I29 §I37 a token of a user who was removed opens nothing, also when they come back', async () => {
      await using host = await startSpecHost({ plugins: [notes], database })
      const { ada, cleo } = await host.people()
      const { token } = await mint(cleo)
      assert.equal((await call(host, token)).status, 200)
      const userId = await idOf(cleo)
      assert.equal((await ada.send('DELETE', `/api/members/${userId}`)).status, 204)
      assert.equal((await call(host, token)).status, 401)
      const { workspace, user } = (await ada.get<{ workspace: { id: string }; user: { id: string } }>('/api/auth/me'))
        .body
      const workspaces = host.host.lookup(Workspaces)
      await workspaces?.addMember(
        { orgId: workspace.id, actorId: user.id },
        { email: 'cleo@example.test', role: 'member' },
      )
      assert.equal((await call(host, token)).status, 401)
    })

    test('§5.6 no request that begins after the answer of a revocation is let in, however many run meanwhile', async () => {
      await using host = await startSpecHost({ plugins: [notes], database })
      const { cleo } = await host.people()
      const { token, id } = await mint(cleo)
      let isAnswered = false
      const late: number[] = []
      const storm = Array.from({ length: 8 }, async () => {
        for (let request = 0; request < 20; request += 1) {
          const beganAfter = isAnswered
          const { status } = await call(host, token)
          if (beganAfter) late.push(status)
        }
      })
      assert.equal((await cleo.send('DELETE', `/api/tokens/${id}`)).status, 204)
      isAnswered = true
      await Promise.all(storm)
      assert.ok(late.length > 0)
      assert.deepEqual(
        late.filter((status) => status !== 401 && status !== 429),
        [],
      )
    })

    test('§5.7 §I36 the secret of a token is in no table, log line or audit entry', async () => {
      await using fresh = await database.create(editionTemplate())
      await using host = await startSpecHost({ plugins: [notes], at: fresh })
      const { ada } = await host.people()
      const { token, id } = await mint(ada)
      const rotated = await ada.post<Minted>(`/api/tokens/${id}/rotate`, { overlapHours: 1 })
      const trail = JSON.stringify((await ada.get('/api/audit?limit=100')).body)
      assert.match(trail, /api_token\.created/)
      assert.match(trail, /api_token\.rotated/)
      for (const secret of [token, rotated.body.token]) {
        assert.ok(!trail.includes(secret))
        assert.ok(!JSON.stringify(host.log).includes(secret))
        assert.deepEqual(await findInDatabase(fresh, secret), [])
      }
    })

    test('a token that is used writes into the audit log as a token of its holder', async () => {
      await using host = await startSpecHost({ plugins: [notes], database })
      const { ada } = await host.people()
      const { token } = await mint(ada, { scopes: ['features.write'] })
      const headers = { authorization: `Bearer ${token}` }
      const switched = await host.visitor().send('PUT', '/api/features/notes', { body: { enabled: false }, headers })
      assert.equal(switched.status, 200, JSON.stringify(switched.body))
      const { items } = (await ada.get<{ items: { action: string; actor: { kind: string } }[] }>('/api/audit')).body
      assert.equal(items.find(({ action }) => action.startsWith('feature'))?.actor.kind, 'token')
    })
  })
}
