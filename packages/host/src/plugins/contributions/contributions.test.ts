import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { column, definePlugin, Features, json, model } from '@host/plugin'
import { labHost } from '../../../testing/lab-host.ts'
import { notesInfo } from '../../../testing/notes-plugin.ts'
import { ask, shell, titlesOf } from '../../../testing/plugins/contributions/shell-plugin.ts'

const Note = model('finder_notes', { id: column.id('nte'), org_id: column.org(), title: column.text() })

/** A plugin that answers every hook from its own table. */
const finder = definePlugin({
  name: 'finder',
  info: { ...notesInfo, icon: 'search' },
  models: [Note],
  menus: [
    { id: 'notes', label: 'Notes', path: '/notes', icon: 'notebook' },
    { id: 'vault', label: 'Vault', path: '/vault', requiredRole: 'admin' },
  ],
  mount(mux, ctx) {
    mux.handle(
      'POST /api/x/finder/notes',
      ctx.guard(async ({ db, request }) => {
        await db
          .insertInto('finder_notes')
          .values((await request.json()) as { title: string })
          .execute()
        return json({})
      }),
    )
  },
  async search({ db, language, role, userId, log }, query) {
    log.info('Searched', { query })
    const notes = await db
      .selectFrom('finder_notes')
      .select(['id', 'title'])
      .where('title', 'like', `%${query}%`)
      .execute()
    const found = notes.map(({ id, title }) => ({
      title,
      detail: `${language} ${role} ${userId}`,
      path: `/notes/${id}`,
    }))
    return [...found, { title: `Secret ${query}`, path: '/vault/1?open=yes' }]
  },
  async checklist({ db }) {
    const [any] = await db.selectFrom('finder_notes').select('id').limit(1).execute()
    return [
      { id: 'write', title: 'Write a note', path: '/notes', done: any !== undefined },
      { id: 'lock', title: 'Lock the vault', path: '/vault', done: false },
    ]
  },
  badges: async () => ({ notes: 4_000, vault: 2 }),
})

suite('contributions', () => {
  test("§5.1 every hook sees the caller's workspace and no other", async (context) => {
    const { one, two } = await twoPeople(context)
    assert.deepEqual(titlesOf(await ask(one, 'search?q=Milk')), ['Milk'])
    assert.deepEqual(await ask(two, 'search?q=Milk'), [])
    assert.deepEqual(
      (await ask(one, 'checklist')).map(({ done }) => done),
      [true],
    )
    assert.deepEqual(
      (await ask(two, 'checklist')).map(({ done }) => done),
      [false],
    )
  })

  test("asks in the caller's name and language, and says whose a record is", async (context) => {
    const { one } = await twoPeople(context)
    const [hit] = await ask(one, 'search?q=Milk', 'zh')
    const { path, ...known } = hit ?? {}
    assert.match(String(path), /^\/notes\/nte_/)
    const detail = `zh member ${one.userId}`
    assert.deepEqual(known, { plugin: 'finder', title: 'Milk', detail, icon: 'notebook' })
  })

  test('a hook writes the log of its plugin, with the request that asked', async (context) => {
    const { lab, one } = await twoPeople(context)
    await ask(one, 'search?q=Milk')
    const line = lab.log.find(({ message }) => message === 'Searched')
    assert.equal(line?.['plugin'], 'finder')
    assert.equal(line['workspace'], one.orgId)
    assert.match(String(line['requestId']), /./)
  })

  test("§5.3 entries that lead to a page above the caller's role are left out", async (context) => {
    const { lab, one } = await twoPeople(context)
    const admin = await lab.person('admin', 'One')
    assert.deepEqual(titlesOf(await ask(admin, 'search?q=Milk')), ['Milk', 'Secret Milk'])
    assert.deepEqual(titlesOf(await ask(one, 'checklist')), ['Write a note'])
    assert.deepEqual(titlesOf(await ask(admin, 'checklist')), ['Write a note', 'Lock the vault'])
    assert.deepEqual(await ask(one, 'badges'), [{ path: '/notes', count: 999 }])
    assert.deepEqual((await ask(admin, 'badges'))[1], { path: '/vault', count: 2 })
  })

  test('§4.2 a plugin that the workspace has switched off is not asked; other workspaces are unaffected', async (context) => {
    const { lab, one, two } = await twoPeople(context)
    await lab.host.lookup(Features)?.set(one.orgId, 'finder', false)
    for (const what of ['search?q=Milk', 'checklist', 'badges']) assert.deepEqual(await ask(one, what), [], what)
    assert.equal(lab.log.filter(({ message }) => message === 'Searched').length, 0)
    assert.equal((await ask(two, 'badges')).length, 1)
  })

  test('an anonymous client is refused, also where the caller of the service requires no guard', async (context) => {
    const { lab } = await twoPeople(context)
    assert.equal((await lab.get('/api/x/shell/public')).status, 401)
  })
})

async function twoPeople(context: Parameters<typeof labHost>[0]) {
  const lab = await labHost(context, [finder, shell])
  const [one, two] = [await lab.person('member', 'One'), await lab.person('member', 'Two')]
  await one.call('POST', '/api/x/finder/notes', { body: { title: 'Milk' } })
  return { lab, one, two }
}
