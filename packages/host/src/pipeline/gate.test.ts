import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Features, type ProblemBody } from '@host/plugin'
import { labHost } from '../../testing/lab-host.ts'
import { notesPlugin } from '../../testing/notes-plugin.ts'

suite('gate', () => {
  test('§4.2 a disabled feature answers 404 before the handler runs, in that workspace only', async (context) => {
    const ran: string[] = []
    const { host, person, get } = await labHost(context, [notesPlugin(ran)])
    const off = await person('owner', 'Off')
    const on = await person('owner', 'On')
    await host.lookup(Features)!.set(off.orgId, 'notes', false)
    const refused = await off.call('GET', '/api/x/notes/mine')
    assert.equal(refused.status, 404)
    assert.equal(await codeOf(refused), 'feature_disabled')
    assert.equal((await off.call('GET', '/api/x/notes/public')).status, 404)
    assert.deepEqual(ran, [])
    assert.equal((await on.call('GET', '/api/x/notes/mine')).status, 200)
    assert.equal((await get('/api/x/notes/public')).status, 200, 'a stranger has no workspace')
    await host.lookup(Features)!.set(off.orgId, 'notes', true)
    assert.equal((await off.call('GET', '/api/x/notes/mine')).status, 200)
  })

  test("§1.5 a workspace's switch never affects the console and personal pages", async (context) => {
    const { host, admin } = await labHost(context, [notesPlugin()])
    const root = await admin()
    await host.lookup(Features)!.set(root.orgId, 'notes', false)
    assert.equal((await root.call('GET', '/api/x/notes/console')).status, 200)
    assert.equal((await root.call('GET', '/api/x/notes/me')).status, 200)
  })
})

async function codeOf(answer: Response): Promise<string> {
  return ((await answer.json()) as ProblemBody).code
}
