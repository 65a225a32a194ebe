import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

const reason = 'The invoice of May is not paid.'

interface Refusal {
  readonly code: string
  readonly detail: string
  readonly facts: unknown
}

const view = (name: string) => ({ page: '/members', name, query: 'role=admin', isShared: false })

test('a suspended workspace is read-only for all of its callers from the very next request, says why, and is resumed', async () => {
  await using host = await startSpecHost()
  const { ada, ben, cleo, dora } = await host.people()
  const { workspace } = (await ada.get<{ workspace: { id: string } }>('/api/auth/me')).body
  const suspension = `/api/instance/workspaces/${workspace.id}/suspension`
  const suspend = async (person: Visitor, body: object, path = suspension) =>
    (await person.send('PUT', path, { body })).status
  const made = await ben.post<{ token: string }>('/api/tokens', {
    name: 'Robot',
    scopes: ['views.read', 'views.write'],
  })
  const robot = host.visitor()
  const headers = { authorization: `Bearer ${made.body.token}` }
  const save = async (name: string) => [
    await cleo.post<Refusal>('/api/views', view(name)),
    await robot.send<Refusal>('POST', '/api/views', { body: view(`${name} too`), headers }),
  ]
  const statuses = async (name: string) => (await save(name)).map(({ status }) => status)
  assert.deepEqual(await statuses('one'), [201, 201])

  assert.equal(await suspend(ben, { reason }), 403)
  assert.equal(await suspend(ada, {}), 400)
  assert.equal(await suspend(ada, { reason }, suspension.replace(workspace.id, 'org_unknown')), 404)
  assert.equal(await suspend(ada, { reason }), 200)
  const renamed = await ada.send<Refusal>('PATCH', `/api/workspaces/${workspace.id}`, { body: { name: 'New' } })
  for (const { status, body } of [...(await save('two')), renamed]) {
    assert.deepEqual([status, body.code, body.detail, body.facts], [403, 'workspace_suspended', reason, { reason }])
  }
  assert.equal((await cleo.get('/api/views?page=/members')).status, 200)
  assert.equal((await robot.send('GET', '/api/views?page=/members', { headers })).status, 200)
  const me = await cleo.get<{ workspace: { suspension?: { reason: string } } }>('/api/auth/me')
  assert.equal(me.body.workspace.suspension?.reason, reason)
  const check = await ada.get(`/api/workspaces/${workspace.id}/export/check`)
  assert.equal(check.status, 204, 'its export stays possible')
  assert.equal((await dora.post('/api/views', view('one'))).status, 201, 'another workspace')
  assert.match(JSON.stringify((await ben.get('/api/notifications')).body), /This workspace was suspended/)

  assert.equal((await ada.send('DELETE', suspension)).status, 204)
  assert.deepEqual(await statuses('three'), [201, 201])
  const log = JSON.stringify((await ada.get('/api/audit')).body)
  for (const action of ['workspace.suspended', 'workspace.resumed']) assert.ok(log.includes(action), action)
})
