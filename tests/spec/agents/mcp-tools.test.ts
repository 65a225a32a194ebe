import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { tools, type Seen } from '../fixtures/tools.ts'
import { agentOf, allScopes, connectAgent, everyTool, mintToken, readingScopes, textOf } from '../lab/agents.ts'
import { until } from '@host/host/testing/until'
import { startSpecHost } from '../lab/spec-host.ts'

const generations = [
  { name: 'the revision 2026-07-28', isLegacy: false },
  { name: 'a revision before', isLegacy: true },
]

const ofFixture = (names: readonly string[]): readonly string[] => names.filter((name) => name.startsWith('tools_'))

for (const database of testDatabases) {
  describe(`on ${database.name}`, () => {
    for (const { name, isLegacy } of database.dialect === 'sqlite' ? generations : generations.slice(0, 1)) {
      test(`§A25 §A26 the official client of ${name} lists and calls the tools of a member’s, an admin’s and a reading token`, async () => {
        await using host = await startSpecHost({ plugins: [tools()], database })
        const { ben, cleo } = await host.people()
        await using member = await agentOf(host, cleo, { isLegacy })
        await using admin = await agentOf(host, ben, { isLegacy })
        await using reader = await connectAgent(host.host.url, await mintToken(ben, await readingScopes(ben)), {
          isLegacy,
        })
        const named = async (agent: typeof member) => ofFixture((await everyTool(agent)).map((tool) => tool.name))
        const reading = ['tools_list_boxes', 'tools_long', 'tools_read_box', 'tools_slow']
        const writing = ['tools_count', 'tools_create_box', 'tools_echo', 'tools_empty']
        assert.deepEqual(await named(reader), reading)
        assert.deepEqual(await named(member), [...reading, ...writing].toSorted())
        assert.deepEqual(await named(admin), [...reading, ...writing, 'tools_delete_box'].toSorted())

        const made = await member.callTool({ name: 'tools_create_box', arguments: { label: 'Tea' } })
        const { id } = made.structuredContent as { id: string }
        assert.deepEqual(made.structuredContent, { id, label: 'Tea' })
        assert.deepEqual(JSON.parse(textOf(made)), { id, label: 'Tea' })
        const listed = await reader.callTool({ name: 'tools_list_boxes', arguments: {} })
        assert.deepEqual(listed.structuredContent, { result: [{ id, label: 'Tea' }] })
        const refused = await member.callTool({ name: 'tools_delete_box', arguments: { id } })
        assert.equal(refused.isError, true)
        assert.match(textOf(refused), /requires the role "admin"[^]*Code: forbidden/)
        const unscoped = await reader.callTool({ name: 'tools_create_box', arguments: { label: 'Milk' } })
        assert.match(textOf(unscoped), /requires the scope "tools.write"[^]*Code: scope_required/)
        const gone = await admin.callTool({ name: 'tools_delete_box', arguments: { id } })
        assert.equal(gone.isError, undefined)
        assert.deepEqual((await reader.callTool({ name: 'tools_list_boxes' })).structuredContent, { result: [] })
      })
    }
  })
}

test('§A26 a tool describes its input, output and effects, and has a stable place in the list', async () => {
  await using host = await startSpecHost({ plugins: [tools()] })
  const { ada } = await host.people()
  await using agent = await agentOf(host, ada)
  const all = await everyTool(agent)
  const names = all.map(({ name }) => name)
  assert.deepEqual(names, names.toSorted())
  assert.deepEqual(
    names,
    (await everyTool(agent)).map(({ name }) => name),
  )
  const tool = (name: string) => all.find((one) => one.name === name)
  assert.deepEqual(tool('tools_delete_box')?.annotations, {
    title: 'Delete a box',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
  })
  assert.equal(tool('tools_count')?.annotations?.readOnlyHint, true)
  assert.equal(tool('tools_empty')?.annotations?.destructiveHint, true)
  assert.match(tool('tools_empty')?.description ?? '', /A workspace admin must approve each call/)
  const { properties, required } = tool('tools_delete_box')?.inputSchema ?? {}
  assert.deepEqual([Object.keys(properties ?? {}), required], [['id', 'dryRun', 'idempotencyKey'], ['id']])
  assert.deepEqual(Object.keys(tool('tools_read_box')?.inputSchema.properties ?? {}), ['id'])
  for (const { name, inputSchema, title, description } of all) {
    assert.match(name, /^(?:[a-z][a-z0-9-]*_[a-z0-9_]+|search_help)$/)
    assert.ok(name.length <= 64 && title !== undefined && description !== undefined, name)
    assert.equal(inputSchema.type, 'object')
  }
})

test('§2.6 §A36 a plugin’s own tools are routes: their input is held to its schema, their role and permission asked for', async () => {
  await using host = await startSpecHost({ plugins: [tools()] })
  const { ada, cleo } = await host.people()
  await using agent = await agentOf(host, cleo)
  const call = (name: string, input: Record<string, unknown>) => agent.callTool({ name, arguments: input })
  assert.deepEqual((await call('tools_echo', { text: 'ab', times: 2 })).structuredContent, { said: 'abab' })
  const counted = await call('tools_count', {})
  assert.deepEqual(counted.structuredContent, { result: 0 }, textOf(counted))
  const wrong = await call('tools_echo', { text: 'x'.repeat(21), times: 'two', more: 1 })
  assert.equal(wrong.isError, true)
  for (const field of [/- text: /, /- times: /, /- more: Unknown property/]) {
    assert.match(textOf(wrong), field)
  }
  assert.match(textOf(await call('tools_nothing', {})), /requires the role "owner"/)
  await using owner = await agentOf(host, ada)
  // An API token never acts as an owner: the call asks for a session.
  const asOwner = await owner.callTool({ name: 'tools_nothing' })
  assert.equal(asOwner.isError, true)
  assert.match(textOf(asOwner), /session_required/)

  const path = '/api/x/tools/tools/echo'
  assert.deepEqual((await cleo.post(path, { text: 'hi' })).body, { said: 'hi' })
  assert.equal((await cleo.post(path, {})).status, 400)
  assert.equal((await host.visitor().post(path, { text: 'hi' })).status, 401)
  const { body } = await ada.get<{ items: { action: string; actor: { kind: string } }[] }>('/api/audit?action=tool.run')
  assert.deepEqual(new Set(body.items.map(({ actor }) => actor.kind)), new Set(['agent', 'user']))
})

test('§A33 an answer that can not be returned is reported with an alternative, and a problem with its next step', async () => {
  await using host = await startSpecHost({ plugins: [tools()] })
  const { ada } = await host.people()
  await using agent = await agentOf(host, ada)
  const call = async (name: string, input: Record<string, unknown>) => await agent.callTool({ name, arguments: input })
  assert.equal((await call('tools_long', { length: 1_000_000 })).isError, undefined)
  const long = await call('tools_long', { length: 2_000_000 })
  assert.equal(long.isError, true)
  assert.match(textOf(long), /larger than 1 MiB[^]*request less/)
  const taken = textOf(await call('tools_create_box', { label: 'taken' }))
  assert.match(taken, /There is a box of this label\.[^]*Next step: [^]*Code: conflict/)
  const chinese = await connectAgent(host.host.url, await mintToken(ada, await allScopes(ada)), { language: 'zh-CN' })
  assert.match(
    textOf(await chinese.callTool({ name: 'tools_read_box', arguments: { id: 'box_none' } })),
    /[\u4e00-\u9fff]/,
  )
  await chinese.close()
})

test('§A27 an abandoned call is aborted', async () => {
  const seen: Seen = { created: 0, begun: 0, aborted: 0, headers: new Set() }
  await using host = await startSpecHost({ plugins: [tools(seen)] })
  const { ada } = await host.people()
  await using agent = await agentOf(host, ada)
  const leaving = new AbortController()
  const waiting = agent.callTool({ name: 'tools_slow' }, { signal: leaving.signal })
  await until(() => seen.begun === 1)
  leaving.abort()
  await assert.rejects(waiting)
  await until(() => seen.aborted > 0)
  assert.equal(seen.aborted, 1)
})
