/** Secrets in the arguments of calls that wait: masked wherever they are shown, sealed where they are stored. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { definePlugin, defineSettings } from '@host/plugin'
import { Api } from '@host/plugin/platform'
import type { Database } from '../../../packages/host/src/database/database.ts'
import { testDatabases, type TestDatabase } from '@host/host/testing/database/test-databases'
import { agentOf } from '../lab/agents.ts'
import { until } from '@host/host/testing/until'
import { invitePeople } from '../lab/people.ts'
import { infoOf, plain } from '../lab/plugins.ts'
import { SecretHunt } from '../lab/secret-hunt.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'
import { startReceiver } from '../lab/webhook-receiver.ts'

const environment = { HOST_SAFEHTTP_ALLOW: '127.0.0.1/32' }

/** A section with a secret whose name doesn't suggest one. */
const pager = definePlugin({
  name: 'pager',
  info: infoOf('Pager'),
  models: [],
  settings: {
    workspace: defineSettings({
      id: 'pager',
      title: 'Pager',
      schema: z.strictObject({ line: z._default(z.string(), ''), isLoud: z._default(z.boolean(), false) }),
      secrets: ['line'],
      toJSONSchema: z.toJSONSchema,
    }),
  },
  mount: () => undefined,
})

for (const product of testDatabases) {
  test(`§A105 §P64 the secrets of a pending call are never shown and stored only sealed, until they are erased (${product.name})`, async () => {
    await using receiver = await startReceiver()
    await using database = await product.create()
    await using host = await startSpecHost({ plugins: [pager], at: database, environment })
    const hunt = new SecretHunt()
    const base = host.host.url ?? ''
    const { ada } = await invitePeople(() => hunt.visitor(base, new URL(base).origin))
    const path = hunt.plant('the path', 'zq7Kx02MvTb9LpWdHjRs')
    const query = hunt.plant('the query', 'Qm4Vt81ncYsEpRgU0aXk')
    const line = hunt.plant('the setting', 'n3Fw6BzJ5oQdL9tKcM2v')
    const password = hunt.plant('the password', 'h8DyG1uZxSe7PiVb4TqN')
    const address = new URL(`/${path}?at=${query}`, receiver.url).href

    const withUser = address.replace('//', `//user:${password}@`)
    assert.equal((await ada.post('/api/webhooks', { url: withUser, events: ['*'] })).status, 400)
    const added = await ada.post<{ endpoint: { id: string } }>('/api/webhooks', {
      url: receiver.silentUrl,
      events: ['member.*'],
    })
    const { id } = added.body.endpoint
    await using agent = await agentOf(host, ada)
    const ask = async (name: string, input: object): Promise<string> => {
      const { structuredContent } = await agent.callTool({ name, arguments: { ...input } })
      return (structuredContent as { approvalId: string }).approvalId
    }
    const change = await ask('webhooks_change_endpoint', { id, url: address })
    const setting = await ask('settings_save', { plugin: 'pager', values: { line, isLoud: true } })

    const shown = async (approval: string) =>
      (await ada.get<{ input: unknown; state: string }>(`/api/mcp/approvals/${approval}`)).body
    const masked = `${new URL(address).origin}/…${query.slice(-4)}`
    assert.deepEqual((await shown(change)).input, { id, url: masked })
    assert.deepEqual((await shown(setting)).input, { plugin: 'pager', values: { line: '[secret]', isLoud: true } })
    const readByAgent = async () =>
      JSON.stringify(await agent.callTool({ name: 'mcp_read_approval', arguments: { id: change } }))
    const texts = async () => ({ ...(await everythingOf(host, ada)), 'the agent': await readByAgent() })
    assert.deepEqual(await hunt.finds(database, await texts()), [])
    const sealed = await argumentsOf(database)

    assert.equal((await ada.post(`/api/mcp/approvals/${change}/approve`)).status, 200)
    assert.equal((await ada.post(`/api/mcp/approvals/${setting}/refuse`)).status, 200)
    await until(async () => (await shown(change)).state === 'done')
    assert.equal((await ada.post(`/api/webhooks/${id}/test`)).status < 300, true)
    await until(() => receiver.received.length > 0)
    assert.deepEqual([(await shown(change)).input, (await shown(setting)).input], [null, null])
    assert.deepEqual(await hunt.finds(database, await texts()), [])
    const left = await argumentsOf(database)
    assert.equal(sealed.length, 2)
    assert.ok(left.every(({ erased_at: at, input }) => at !== null && sealed.every((each) => each.input !== input)))
  })
}

/** Everything that the workspace shows or hands out, by name. */
async function everythingOf(host: SpecHost, ada: Visitor): Promise<Record<string, string>> {
  const me = await ada.get<{ workspace: { id: string } }>('/api/auth/me')
  const text = async (path: string): Promise<string> => {
    const { status, body } = await ada.get(path)
    assert.equal(status, 200, path)
    return JSON.stringify(body)
  }
  const audit = await ada.get<{ items: { id: string }[] }>('/api/audit?limit=100')
  const entries = await Promise.all(audit.body.items.map(({ id }) => text(`/api/audit/entries/${id}`)))
  return {
    log: JSON.stringify(host.log),
    approvals: await text('/api/mcp/approvals'),
    notifications: await text('/api/notifications'),
    webhooks: await text('/api/webhooks'),
    entries: entries.join('\n'),
    'the export of the audit log': await text('/api/audit/export?format=csv'),
    'the export of the workspace': await text(`/api/workspaces/${me.body.workspace.id}/export`),
  }
}

interface StoredArguments {
  readonly input: string
  readonly erased_at: string | null
}

async function argumentsOf(database: TestDatabase): Promise<readonly StoredArguments[]> {
  const opened: Database = await database.open({ isExclusive: false })
  const sql = 'select input, erased_at from mcp_approvals'
  const { rows } = await opened.run({ sql, parameters: [], writes: false })
  return rows as unknown as readonly StoredArguments[]
}

test('§A105 every tool masks each field that its input schema marks, and each address that a tool takes is marked', async () => {
  const secret = 'https://hooks.example.com/v1/zq7Kx02MvTb9LpWdHjRs'
  await using host = await startSpecHost({ plugins: [plain('nothing')] })
  const api = host.host.lookup(Api)
  const fields = (api?.routes() ?? []).flatMap(({ pattern, endpoint }) => {
    if (endpoint?.mcp === undefined || endpoint.mcp === false) return []
    const { properties = {} } = endpoint.jsonSchema('input') as { properties?: Record<string, Marks> }
    return Object.entries(properties)
      .filter(([name, marks]) => isMarked(marks) || /url|uri|webhook/i.test(name))
      .map(([name]) => ({ pattern, name }))
  })
  assert.ok(fields.some(({ pattern, name }) => pattern === 'PATCH /api/webhooks/{id}' && name === 'url'))
  for (const { pattern, name } of fields) {
    const shown = JSON.stringify(api?.shownInput(pattern, { [name]: secret }))
    assert.ok(!shown.includes('zq7Kx02MvTb9'), `${pattern} shows "${name}"; mark it writeOnly`)
  }
})

interface Marks {
  readonly writeOnly?: boolean
  readonly format?: string
}

function isMarked({ writeOnly, format }: Marks): boolean {
  return writeOnly === true || format === 'password'
}
