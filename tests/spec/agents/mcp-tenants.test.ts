import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import { Api, parsePattern } from '@host/plugin/platform'
import fc from 'fast-check'
import { fillWorkspace } from '../access/matrix/fill-workspace.ts'
import { foreignInputs, foreignPaths, type Things } from '../access/matrix/foreign-ids.ts'
import { tools } from '../fixtures/tools.ts'
import { agentOf, everyTool, textOf, type AgentTool } from '../lab/agents.ts'
import { startSpecHost } from '../lab/spec-host.ts'

/** Properties of a webhook endpoint that follow from its deliveries. */
const deliveryResults: ReadonlySet<string> = new Set(['lastDay', 'failingSince'])

const runs = process.env['HOST_SOAK'] === '1' ? 2_000 : 60

/** Two workspaces that are filled alike, and an agent of the second one. */
async function open() {
  const host = await startSpecHost({
    plugins: [tools()],
    environment: {
      HOST_SAFEHTTP_ALLOW: '127.0.0.1:49151',
      HOST_PUBLIC_URL: 'http://host.test',
      HOST_DNS_RESOLVERS: '127.0.0.1:9',
    },
  })
  const { ada, cleo, dora } = await host.people()
  const theirs = await fillWorkspace(host.host, ada, cleo)
  const own = await fillWorkspace(host.host, dora, dora)
  const box = await ada.post<{ id: string }>('/api/x/tools/boxes', { label: 'Theirs alone' })
  const agent = await agentOf(host, dora)
  const patterns = new Map(
    (host.host.lookup(Api)?.routes() ?? []).flatMap(({ pattern, endpoint, plugin }) =>
      endpoint?.mcp === undefined || endpoint.mcp === false ? [] : [[pattern, plugin.name] as const],
    ),
  )
  const close = async (): Promise<void> => {
    await agent.close()
    await host[Symbol.asyncDispose]()
  }
  return { host, agent, patterns, theirs, own, box: box.body.id, ada, [Symbol.asyncDispose]: close }
}

/** Unused IDs of the same form. */
const unknownLike = (id: string): string => `${id.slice(0, -4)}${id.endsWith('0000') ? '1111' : '0000'}`

const saidOf = async (agent: Client, name: string, input: Record<string, unknown>): Promise<string> => {
  const answer = await agent.callTool({ name, arguments: input })
  return textOf(answer).replaceAll(/"requestId":"[^"]*"|apr_[0-9a-z]{26}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
}

/** Possible values of a property: an ID of the other workspace, an unused one, or another value of its type. */
function valueOf(schema: unknown, ids: readonly string[]): fc.Arbitrary<unknown> {
  const { type, enum: choices, properties } = (schema ?? {}) as Record<string, unknown>
  if (Array.isArray(choices)) return fc.constantFrom(...(choices as unknown[]))
  if (type === 'integer' || type === 'number') return fc.integer({ min: 1, max: 50 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'array') return fc.array(fc.constantFrom(...ids), { maxLength: 2 })
  if (type === 'object') return fc.constant(properties === undefined ? { a: ids[0] } : {})
  return fc.constantFrom(...ids, ...ids.map((id) => `user:${id}`), 'admin', 'x')
}

interface ForeignInput {
  readonly name: string
  readonly input: Record<string, unknown>
}

/** Calls of a tool with ids of another workspace wherever something goes in. */
function callsOf({ name, inputSchema }: AgentTool, ids: readonly string[]): fc.Arbitrary<ForeignInput> {
  const { properties = {}, required = [] } = inputSchema as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  const fields = Object.entries(properties).filter(([key]) => key !== 'idempotencyKey' && key !== 'dryRun')
  const shape = Object.fromEntries(fields.map(([key, schema]) => [key, valueOf(schema, ids)]))
  return fc
    .record(shape, { requiredKeys: required.filter((key) => Object.hasOwn(shape, key)) })
    .map((input) => ({ name, input: input as Record<string, unknown> }))
}

test('§A28 no tool shows or changes anything of another workspace, for any IDs', async () => {
  await using lab = await open()
  const { agent, theirs, box, ada } = lab
  const ids = [...Object.values(theirs), box]
  const listed = (await everyTool(agent)).filter(({ name }) => name !== 'tools_slow')
  const before = await contentsOf(lab.ada)
  // Input values may be returned, also later; data of the other workspace may not.
  const given = new Set<string>()
  const secrets = ['Theirs alone', 'ada@example.test', 'ben@example.test', 'cleo@example.test']
  const look = async ({ name, input }: ForeignInput): Promise<void> => {
    const text = JSON.stringify(input)
    for (const id of ids.filter((one) => text.includes(one))) given.add(id)
    const said = await saidOf(agent, name, input)
    const leaked = [...secrets, ...ids.filter((id) => !given.has(id))].find((one) => said.includes(one))
    assert.equal(leaked, undefined, `${name} ${text}: ${said}`)
  }
  for (const { name } of listed) await look({ name, input: {} })
  for (const tool of listed) for (const one of fc.sample(callsOf(tool, ids), 2)) await look(one)
  const call = fc.oneof(...listed.map((tool) => callsOf(tool, ids)))
  await fc.assert(fc.asyncProperty(call, look), { numRuns: runs })
  assert.deepEqual(await contentsOf(ada), before)
})

/** Content of the first workspace, as its owner sees it, without the results of deliveries, which go on by themselves. */
async function contentsOf(owner: { get(path: string): Promise<{ body: unknown }> }): Promise<unknown> {
  const paths = [
    '/api/members',
    '/api/invitations',
    '/api/views?page=/members',
    '/api/webhooks',
    '/api/x/tools/boxes',
    '/api/features',
  ]
  const text = JSON.stringify(await Promise.all(paths.map(async (path) => (await owner.get(path)).body)))
  return JSON.parse(text, (key, value: unknown) => (deliveryResults.has(key) ? undefined : value))
}

test('§A28 an ID of another workspace is answered like an unknown one, by every tool with an ID', async () => {
  await using lab = await open()
  const { agent, theirs, own, patterns } = lab
  const names = new Map((await everyTool(agent)).map((tool) => [tool.title, tool.name]))
  const titles = new Map(
    (lab.host.host.lookup(Api)?.routes() ?? []).map((route) => [route.pattern, route.endpoint?.summary]),
  )
  let compared = 0
  for (const [key, foreign] of Object.entries({ ...foreignPaths, ...foreignInputs })) {
    const [method = '', path = ''] = key.split(' ')
    const pattern = `${method} ${path}`
    const name = names.get(titles.get(pattern) ?? '')
    if (!patterns.has(pattern) || name === undefined) continue
    const inputOf = (of: Things): Record<string, unknown> => {
      const { params, body, query } = foreign(of, own)
      return { ...params, ...query, ...body }
    }
    const nobodys = Object.fromEntries(Object.entries(theirs).map(([thing, id]) => [thing, unknownLike(id)]))
    const [said, unknown] = [
      await saidOf(agent, name, inputOf(theirs)),
      await saidOf(agent, name, inputOf(nobodys as unknown as Things)),
    ]
    const without = (text: string, of: Things) =>
      Object.values<string>({ ...of }).reduce((rest, id) => rest.replaceAll(id, 'ID'), text)
    assert.equal(without(said, theirs), without(unknown, nobodys as unknown as Things), `${name} ${pattern}`)
    compared += 1
  }
  assert.ok(compared >= 8, `${compared} tools were compared`)
  for (const id of [lab.box, unknownLike(lab.box)]) {
    assert.match(await saidOf(agent, 'tools_delete_box', { id }), /Code: not_found/)
    assert.match(await saidOf(agent, 'tools_read_box', { id }), /Code: not_found/)
  }
  assert.ok([...patterns.keys()].every((pattern) => parsePattern(pattern).method !== undefined))
})
