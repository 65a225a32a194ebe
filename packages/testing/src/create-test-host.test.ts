import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  column,
  definePlugin,
  json,
  model,
  nothing,
  serviceToken,
  defineEndpoint,
  definePublicForm,
  definePublicPage,
} from '@host/plugin'
import { Sessions } from '@host/plugin/platform'
import { createTestHost } from './index.ts'

const info = { title: 'Notes', description: 'Keeps notes', icon: 'notebook', category: 'Work', api: '^1' } as const
const Note = model('notes_notes', { id: column.id('nte'), org_id: column.org(), title: column.text() })

/** A schema of one text property, without a library. */
function textIn<const Name extends string>(name: Name) {
  const schema = {
    type: 'object',
    properties: { [name]: { type: 'string', maxLength: 100 } },
    required: [name],
    additionalProperties: false,
  }
  return {
    '~standard': {
      version: 1 as const,
      vendor: 'test',
      validate: (value: unknown) =>
        typeof (value as Record<string, unknown> | null)?.[name] === 'string'
          ? { value: value as Record<Name, string> }
          : { issues: [{ message: 'Write a text.', path: [name] }] },
      types: undefined as unknown as { input: Record<Name, string>; output: Record<Name, string> },
      jsonSchema: { input: () => schema, output: () => schema },
    },
  }
}

const createNote = defineEndpoint({
  pattern: 'POST /api/x/notes/notes',
  input: textIn('title'),
  output: textIn('title'),
  summary: 'Create a note',
})
const findNote = defineEndpoint({
  pattern: 'GET /api/x/notes/notes/{title}',
  input: nothing,
  output: textIn('title'),
  summary: 'Find a note',
})
const searchNote = defineEndpoint({
  pattern: 'GET /api/x/notes/search',
  input: textIn('title'),
  output: textIn('title'),
  summary: 'Search',
})
const brokenNote = defineEndpoint({
  pattern: 'GET /api/x/notes/broken',
  input: nothing,
  output: textIn('title'),
  summary: 'Answer wrongly',
})
const removeNote = defineEndpoint({
  pattern: 'DELETE /api/x/notes/notes/{title}',
  input: nothing,
  output: nothing,
  summary: 'Remove a note',
})
const Counter = serviceToken<{ count(): number }>('notes.counter')

const notes = definePlugin({
  name: 'notes',
  info,
  models: [Note],
  mount(mux, ctx) {
    ctx.provide(Counter, { count: () => 1 })
    mux.endpoint(createNote, async ({ db, input, log }) => {
      await db.insertInto('notes_notes').values(input).execute()
      log.info('A note was made')
      return { title: input.title }
    })
    mux.endpoint(findNote, ({ db, params }) =>
      db.selectFrom('notes_notes').select('title').where('title', '=', params.title).executeTakeFirstOrThrow(),
    )
    mux.endpoint(searchNote, ({ input }) => input)
    mux.endpoint(removeNote, async ({ db, params }) => {
      await db.deleteFrom('notes_notes').where('title', '=', params.title).execute()
      return undefined
    })
    mux.endpoint(brokenNote, () => ({ name: 'not a title' }) as never)
    mux.handle(
      'GET /api/x/notes/where',
      ctx.guard(({ orgId, role }) => json({ orgId, role })),
    )
  },
})

const open = () =>
  createTestHost({ plugins: [notes], fill: async (owner) => void (await owner.call(createNote, { title: 'Milk' })) })

test('everyone is who they are called, in the workspace that they are said to be in', async () => {
  await using host = await open()
  const where = async (person: Parameters<typeof host.as>[0]): Promise<unknown> => {
    const response = await host.as(person).get('/api/x/notes/where')
    return response.ok ? response.json() : response.status
  }
  const { here, there } = host.workspaces
  assert.deepEqual(await where('owner'), { orgId: here, role: 'owner' })
  assert.deepEqual(await where('admin'), { orgId: here, role: 'admin' })
  assert.deepEqual(await where('member'), { orgId: here, role: 'member' })
  assert.deepEqual(await where('otherOwner'), { orgId: there, role: 'owner' })
  assert.equal(await where('anonymous'), 401)
})

test('both workspaces are filled alike and kept apart', async () => {
  await using host = await open()
  await host.as('member').call(createNote, { title: 'Bread' })
  assert.deepEqual(await host.as('owner').call(findNote, { title: 'Bread' }), { title: 'Bread' })
  assert.deepEqual(await host.as('otherOwner').call(findNote, { title: 'Milk' }), { title: 'Milk' })
  await assert.rejects(host.as('otherOwner').call(findNote, { title: 'Bread' }))
})

test('a typed call puts wildcards into the path and the rest into query or body, and throws the problem', async () => {
  await using host = await open()
  assert.deepEqual(await host.as('member').call(searchNote, { title: 'a b&c' }), { title: 'a b&c' })
  assert.equal(await host.as('member').call(removeNote, { title: 'Milk' }), undefined)
  await assert.rejects(host.as('anonymous').call(searchNote, { title: 'x' }), {
    name: 'TestCallError',
    status: 401,
    code: 'unauthenticated',
  })
})

test('an answer that does not match its output fails, and the log says why', async () => {
  await using host = await open()
  assert.equal((await host.as('member').get('/api/x/notes/broken')).status, 500)
  assert.ok(
    JSON.stringify(host.logs, (_, value: unknown) => (value instanceof Error ? value.message : value)).includes(
      'does not match its output. title: Write a text.',
    ),
  )
})

test('the clock moves only when advanced, and sessions with it', async () => {
  await using host = await open()
  host.clock.advance({ days: 8 })
  assert.equal((await host.as('member').get('/api/x/notes/where')).status, 401)
  await host.as('member').signIn()
  assert.equal((await host.as('member').get('/api/x/notes/where')).status, 200)
})

test('a host answers although its event loop was held up, as on a busy machine', async () => {
  await using host = await createTestHost({ plugins: [notes] })
  const until = performance.now() + 900
  while (performance.now() < until);
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal((await host.as('member').get('/api/x/notes/where')).status, 200)
})

test('a feature is switched in one workspace', async () => {
  await using host = await open()
  await host.switchFeature('notes', false)
  assert.equal((await host.as('member').get('/api/x/notes/where')).status, 404)
  assert.equal((await host.as('otherOwner').get('/api/x/notes/where')).status, 200)
})

test('services, logs and announcements are at hand', async () => {
  await using host = await open()
  assert.equal(host.service(Counter).count(), 1)
  assert.ok(host.service(Sessions))
  assert.throws(() => host.service(serviceToken('notes.nothing')), /notes\.nothing/)
  assert.ok(host.logs.some(({ message, fields }) => message === 'A note was made' && fields['plugin'] === 'notes'))
  assert.deepEqual(host.announced, ['[plugin] registered notes'])
})

test('the host can be reached through a socket, and leaves nothing behind when it is closed', async () => {
  const host = await open()
  const url = await host.listen()
  assert.equal((await fetch(new URL('/api/x/notes/where', url))).status, 401)
  await host.close()
  await assert.rejects(fetch(new URL('/api/x/notes/where', url)))
})

test('a host that refuses to start says why', async () => {
  const misplaced = {
    ...notes,
    menus: [{ id: 'a', label: 'A', path: '/a' }],
    instanceMenus: [{ id: 'b', label: 'B', path: '/a' }],
  }
  await assert.rejects(createTestHost({ plugins: [misplaced] }), { name: 'BootError' })
  await assert.rejects(
    createTestHost({ plugins: [notes], fill: () => Promise.reject(new Error('no luck')) }),
    /no luck/,
  )
})

test('a database that another test host has filled is refused, with the advice to use an empty one', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'filled-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const options = { plugins: [notes], environment: { HOST_DATABASE_URL: join(folder, 'host.db') } }
  await (await createTestHost(options)).close()
  await assert.rejects(
    createTestHost(options),
    /HOST_DATABASE_URL names a database that another test host has filled\. Create an empty database/,
  )
})

test('public pages, forms and files are served to visitors, and the answers of forms are checked', async () => {
  const text = textIn('title')
  const page = definePublicPage({ path: '/p/notes/{slug}', data: text })
  const form = definePublicForm({ path: '/p/notes/{slug}/replies', input: text, output: text, summary: 'Reply' })
  const found: string[] = []
  const shared = definePlugin({
    name: 'notes',
    info,
    models: [],
    mount(mux) {
      const workspace = () => found[0]
      mux.publicPage(page, { workspace, answer: () => ({ title: 'Milk', data: { title: 'Milk' } }) })
      mux.publicForm(form, { workspace, answer: ({ input }) => (input.title === 'x' ? ({} as typeof input) : input) })
      mux.publicFile('/p/notes/{slug}/file', { workspace, answer: () => json(1) })
    },
  })
  await using host = await createTestHost({ plugins: [shared] })
  found.push(host.workspaces.here)
  const visitor = host.as('anonymous')
  const reply = async (title: string) =>
    (
      await visitor.post(
        '/p/notes/a/replies',
        { title },
        { headers: { origin: 'http://host.test', 'idempotency-key': title } },
      )
    ).status
  assert.match(await (await visitor.get('/p/notes/a')).text(), /<title>Milk · Here<\/title>/)
  assert.equal((await visitor.get('/p/notes/a/file')).status, 200)
  assert.deepEqual([await reply('Hello'), await reply('x')], [200, 500])
})
