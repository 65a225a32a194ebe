import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ProblemBody } from '@host/plugin'
import { labHost } from '../../testing/lab-host.ts'
import { notesPlugin } from '../../testing/notes-plugin.ts'

suite('guard', () => {
  test("§5.2 a guarded route without a session is 401, with one it is the handler's answer", async (context) => {
    const ran: string[] = []
    const { get, person } = await labHost(context, [notesPlugin(ran)])
    assert.equal(await codeOf(await get('/api/x/notes/mine')), 'unauthenticated')
    assert.deepEqual(ran, [])
    const member = await person('member')
    const answer = await member.call('GET', '/api/x/notes/mine')
    assert.equal(answer.status, 200)
    assert.deepEqual(await answer.json(), { userId: member.userId, orgId: member.orgId, role: 'member' })
  })

  test('§5.2 an invented session token is anonymous', async (context) => {
    const { get } = await labHost(context, [notesPlugin()])
    assert.equal((await get('/api/x/notes/mine', { cookie: `host_session=${'a'.repeat(43)}` })).status, 401)
  })

  test("§5.3 §I33 a role below the route's is 403, its own and a higher one pass", async (context) => {
    const { person } = await labHost(context, [notesPlugin()])
    assert.equal((await (await person('member')).call('GET', '/api/x/notes/admins')).status, 403)
    assert.equal((await (await person('admin')).call('GET', '/api/x/notes/admins')).status, 200)
    assert.equal((await (await person('owner')).call('GET', '/api/x/notes/admins')).status, 200)
  })

  test('§5.5 §I33 a permission is held from its role upward', async (context) => {
    const { person } = await labHost(context, [notesPlugin()])
    assert.equal((await (await person('admin')).call('GET', '/api/x/notes/erasers')).status, 403)
    assert.equal((await (await person('owner')).call('GET', '/api/x/notes/erasers')).status, 200)
  })

  test('§7.2 a tier that this build can not verify is 402', async (context) => {
    const { person } = await labHost(context, [notesPlugin()])
    const answer = await (await person('owner')).call('GET', '/api/x/notes/plus')
    assert.equal(answer.status, 402)
    assert.equal(await codeOf(answer), 'tier_required')
  })

  test('§5.4 §I33 the console is 401 for anonymous clients, 403 for the owner of a workspace and open to instance admins', async (context) => {
    const { get, person, admin } = await labHost(context, [notesPlugin()])
    assert.equal((await get('/api/x/notes/console')).status, 401)
    assert.equal((await (await person('owner')).call('GET', '/api/x/notes/console')).status, 403)
    assert.equal((await (await admin()).call('GET', '/api/x/notes/console')).status, 200)
  })

  test('§2.25 userId and orgId of a request are those of its session, and undefined without one or for a copy', async (context) => {
    const { get, person } = await labHost(context, [notesPlugin()])
    assert.deepEqual(await (await get('/api/x/notes/who')).json(), { userId: null, orgId: null, ofCopy: null })
    const { userId, orgId, call } = await person('member')
    assert.deepEqual(await (await call('GET', '/api/x/notes/who')).json(), { userId, orgId, ofCopy: null })
  })
})

async function codeOf(answer: Response): Promise<string> {
  return ((await answer.json()) as ProblemBody).code
}
