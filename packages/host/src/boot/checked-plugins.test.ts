import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { defineEndpoint, definePlugin, nothing, type AnyPlugin, type JsonSchema } from '@host/plugin'
import * as z from 'zod/mini'
import { labHost, type LabHost } from '../../testing/lab-host.ts'
import { notesInfo } from '../../testing/notes-plugin.ts'

/** Every conversion of a schema of the plugin, in order. */
const conversions: string[] = []

const toJSONSchema = (schema: unknown, { io }: { readonly io: 'input' | 'output' }): JsonSchema => {
  conversions.push(io)
  return z.toJSONSchema(schema as z.ZodMiniType, { io }) as JsonSchema
}

/** A plugin with an endpoint of its own in each test, since a conversion is kept with the endpoint. */
function notesPlugin(): AnyPlugin {
  const addNote = defineEndpoint({
    pattern: 'POST /api/x/notes/add',
    audience: 'user',
    input: z.object({ title: z.string().check(z.maxLength(20)) }),
    output: z.object({ title: z.string() }),
    summary: 'Add a note',
    mcp: true,
    toJSONSchema,
  })
  return definePlugin({
    name: 'notes',
    info: notesInfo,
    models: [],
    mount: (mux) => mux.endpoint(addNote, ({ input: { title } }) => ({ title })),
  })
}

async function start(t: TestContext, arePluginsChecked: boolean): Promise<LabHost> {
  conversions.length = 0
  return labHost(t, [notesPlugin()], { arePluginsChecked })
}

test('a start whose schemas were checked before converts none, and calls convert theirs once', async (t) => {
  const person = await (await start(t, true)).person('owner', 'Studio')
  assert.deepEqual(conversions, [])
  for (const title of ['one', 'two']) {
    const answer = await person.call('POST', '/api/x/notes/add', { body: { title } })
    assert.deepEqual([answer.status, await answer.json()], [200, { title }])
  }
  const refused = await person.call('POST', '/api/x/notes/add', { body: { title: 'three', hue: 'red' } })
  assert.equal(refused.status, 400)
  assert.match(await refused.text(), /hue/)
  const large = await person.call('POST', '/api/x/notes/add', { body: { title: 'x'.repeat(5_000) } })
  assert.equal(large.status, 413)
  assert.deepEqual(conversions, ['input'])
})

test('another start converts both sides of every endpoint', async (t) => {
  await start(t, false)
  assert.deepEqual(new Set(conversions), new Set(['input', 'output']))
})

test('a start repeats no check of the definitions of checked plugins, and another one refuses them', async (t) => {
  const misfit = definePlugin({
    name: 'notes',
    info: { ...notesInfo, api: 'never' },
    models: [],
    mount: () => undefined,
  })
  await assert.rejects(labHost(t, [misfit]), /"never" as info\.api/)
  await labHost(t, [misfit], { arePluginsChecked: true })
})

test('a start composes no middleware for routes of checked plugins, and another one refuses a wrong route', async (t) => {
  const list = defineEndpoint({
    pattern: 'GET /api/x/notes/all',
    audience: 'workspace',
    permission: 'notes.undeclared',
    input: nothing,
    output: z.array(z.string()),
    summary: 'List notes',
    toJSONSchema,
  })
  const plugin = definePlugin({
    name: 'notes',
    info: notesInfo,
    models: [],
    mount: (mux) => mux.endpoint(list, () => []),
  })
  await assert.rejects(labHost(t, [plugin]), /unknown permission "notes\.undeclared"/)
  const host = await labHost(t, [plugin], { arePluginsChecked: true })
  const answer = await (await host.person('owner', 'Studio')).call('GET', '/api/x/notes/all')
  assert.equal(answer.status, 500)
})
