import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, PluginCatalog, type Endpoint } from '@host/plugin'
import { Api, ApiCalls, type ApiCall, type ApiCaller } from '@host/plugin/platform'
import { endpointsWith, nothing } from '@host/plugin/wire'
import * as z from 'zod/mini'
import { allScopes, connectAgent, everyTool, mintToken } from '../lab/agents.ts'
import { until } from '@host/host/testing/until'
import { infoOf, plain } from '../lab/plugins.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

const defineEndpoint = endpointsWith(z.toJSONSchema)

const empty = defineEndpoint({
  pattern: 'POST /api/x/vault/empty',
  input: z.strictObject({ approvedBy: z.optional(z.string()) }),
  output: z.object({ emptied: z.number() }),
  role: 'admin',
  summary: 'Empty the vault',
  mcp: { name: 'empty', approval: true },
})
const count = defineEndpoint({
  pattern: 'GET /api/x/vault/count',
  input: nothing,
  output: z.object({ emptied: z.number() }),
  summary: 'Count',
  mcp: { name: 'count' },
})

interface Vault {
  emptied: number
  smashed: number
  caller?: ApiCaller | undefined
}

/** A plugin with endpoints that need an approval, and with a permission for agents. */
function vaultPlugin(vault: Vault) {
  return definePlugin({
    name: 'vault',
    info: infoOf('Vault'),
    models: [],
    permissions: [
      { name: 'vault.drive', title: 'Drive', role: 'member', isForAgents: true },
      { name: 'vault.look', title: 'Look', role: 'member' },
    ],
    mount(mux, ctx) {
      const calls = ctx.lookup(ApiCalls)
      mux.endpoint(empty, async ({ orgId, userId }) => {
        const written = { orgId, target: 'vault:1' }
        await ctx.audit.record({ ...written, action: 'vault.looked_at', actor: { kind: 'user', id: userId } })
        await ctx.audit.record({ ...written, action: 'vault.owned', actor: { kind: 'user', id: 'usr_of_the_vault' } })
        return { emptied: (vault.emptied += 1) }
      })
      mux.endpoint(count, () => ({ emptied: vault.emptied }))
      for (const permission of ['vault.drive', 'vault.look']) {
        const path = permission.replace('.', '/')
        mux.handle(
          `GET /api/x/${path}` as 'GET /api/x/vault/drive',
          ctx.guard(() => Response.json({}), { permission }),
        )
      }
      mux.handle('POST /api/x/vault/inside', async ({ request }) => {
        vault.caller = calls?.callerOf(request)
        return (await calls?.call(request, (await request.json()) as ApiCall)) ?? new Response(null, { status: 500 })
      })
    },
    mcpTools: () => [
      {
        name: 'smash',
        description: 'Smashes the vault.',
        input: { type: 'object', additionalProperties: false },
        approval: true,
        run: async () => ({ smashed: (vault.smashed += 1) }),
      },
    ],
  })
}

async function open() {
  const vault: Vault = { emptied: 0, smashed: 0 }
  const host = await startSpecHost({ plugins: [vaultPlugin(vault)] })
  const people = await host.people()
  const all = await allScopes(people.ada)
  const calls = host.host.lookup(ApiCalls)
  assert.ok(calls)
  const ofPrograms = all.filter((scope) => !['mcp.use', 'vault.drive'].includes(scope))
  const close = async (): Promise<void> => await host[Symbol.asyncDispose]()
  return { host, vault, calls, all, ofPrograms, ...people, [Symbol.asyncDispose]: close }
}

interface Asked {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls a route with a token. */
async function ask(at: { readonly host: SpecHost; readonly token: string }, line: string, asked: Asked = {}) {
  const [method = '', path = ''] = line.split(' ')
  const sent = { ...asked, headers: { ...asked.headers, authorization: `Bearer ${at.token}` } }
  const answer = await at.host.visitor().send<{ code?: string; title?: string; nextStep?: string }>(method, path, sent)
  return { ...answer, code: answer.body?.code }
}

const isApproved = ({ mcp }: Endpoint): boolean => typeof mcp === 'object' && mcp.approval === true

test('§A38 every route of the product that needs an approval refuses the token of an agent, and lets in programs and people', async () => {
  await using lab = await open()
  const { host, ada, all, ofPrograms } = lab
  const [agent, program] = [await mintToken(ada, all), await mintToken(ada, ofPrograms)]
  const endpoints = (host.host.lookup(PluginCatalog)?.list() ?? []).flatMap(({ routes }) =>
    routes.flatMap(({ endpoint }) => (endpoint !== undefined && isApproved(endpoint) ? [endpoint] : [])),
  )
  assert.ok(endpoints.length > 8, String(endpoints.length))
  for (const { pattern } of endpoints) {
    const [method = '', path = ''] = pattern.replaceAll(/\{[^}]+\}/g, 'unknown').split(' ')
    // An admitted caller gets an error about the unknown field, and nothing happens.
    const asked = method === 'DELETE' ? {} : { body: { notInAnyInput: 1 } }
    const line = `${method} ${path}${method === 'DELETE' ? '?notInAnyInput=1' : ''}`
    for (const versioned of [line, line.replace('/api/', '/api/v1/')]) {
      const refused = await ask({ host, token: agent }, versioned, asked)
      assert.deepEqual([refused.status, refused.code], [403, 'approval_required'], versioned)
    }
    assert.equal((await ask({ host, token: program }, line, asked)).code, 'invalid_input', pattern)
    const [, ofPerson = ''] = line.split(' ')
    assert.equal((await ada.send<{ code: string }>(method, ofPerson, asked)).body.code, 'invalid_input', pattern)
  }
})

test("§A38 a token is an agent’s by a plugin's declaration, and gets the next step in its language", async () => {
  await using lab = await open()
  const { host, ada, cleo, vault } = lab
  const emptyIt = async (scopes: readonly string[], asked: Asked = {}, person: Visitor = ada) =>
    await ask({ host, token: await mintToken(person, scopes) }, 'POST /api/x/vault/empty', { body: {}, ...asked })
  for (const scope of ['mcp.use', 'vault.drive']) {
    const { status, code, body, headers } = await emptyIt(['vault.write', scope])
    assert.deepEqual([status, code], [403, 'approval_required'])
    assert.match(body.nextStep ?? '', /agent's tool; an admin approves/)
    assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/)
  }
  const inChinese = await emptyIt(['vault.write', 'mcp.use'], { headers: { 'accept-language': 'zh-CN' } })
  assert.match(`${inChinese.body.title}${inChinese.body.nextStep}`, /批准.*管理员批准/)
  // Other refusals come first, so that no approval is requested for a call that would be refused anyway.
  assert.equal((await emptyIt(['vault.read', 'mcp.use'])).code, 'scope_required')
  assert.equal((await emptyIt(['vault.write', 'mcp.use'], {}, cleo)).code, 'forbidden')
  assert.equal(vault.emptied, 0)
  assert.equal((await emptyIt(['vault.write', 'vault.look'])).status, 200)
  assert.equal(vault.emptied, 1)
})

test('§A38 no header, key, dry run or internal call replaces an approval, nor does an invented one', async () => {
  await using lab = await open()
  const { host, ada, all, vault, calls } = lab
  const agent = await mintToken(ada, all)
  const forged = { 'x-approved-by': 'usr_1', 'x-agent': '1', 'dry-run': '1', 'x-dry-run': '1', 'x-inside': '1' }
  for (const headers of [forged, { 'idempotency-key': 'approval.apr_1' }, { 'x-http-method-override': 'GET' }]) {
    const { code } = await ask({ host, token: agent }, 'POST /api/x/vault/empty', { body: {}, headers })
    assert.equal(code, 'approval_required')
  }
  const inside = async (more: object) =>
    await ask({ host, token: agent }, 'POST /api/x/vault/inside', {
      body: { pattern: empty.pattern, input: {}, ...more },
    })
  assert.equal((await inside({})).code, 'approval_required')
  assert.equal((await inside({ approvedBy: 'usr_1', agent: { approvedBy: 'usr_1' } })).code, 'approval_required')
  assert.equal((await inside({ dryRun: true })).status, 204)
  assert.equal((await inside({ pattern: 'POST /api/x/vault/tools/smash' })).code, 'approval_required')
  const { caller } = vault
  assert.ok(caller)
  const as = async (approvedBy: unknown) =>
    (await calls.callAs(caller, { pattern: empty.pattern, input: {} }, approvedBy as string)).status
  assert.deepEqual([await as(''), await as(undefined), vault.emptied, vault.smashed], [403, 403, 0, 0])
  assert.deepEqual([await as('usr_who_approved'), vault.emptied], [200, 1])
  // An approved answer is not replayed for a repeat of the key without an approval.
  const keyed = { pattern: empty.pattern, input: {}, idempotencyKey: 'approval.apr_2' }
  assert.equal((await calls.callAs(caller, keyed, 'usr_who_approved')).status, 200)
  const repeat = { body: {}, headers: { 'idempotency-key': 'approval.apr_2' } }
  assert.equal((await ask({ host, token: agent }, 'POST /api/x/vault/empty', repeat)).code, 'approval_required')
})

test("§A38 the agent sees tools that need an approval, and calls them with an admin's approval", async () => {
  await using lab = await open()
  const { host, ada, all, vault } = lab
  const token = await mintToken(ada, all)
  await using agent = await connectAgent(host.host.url, token)
  const names = new Set((await everyTool(agent)).map(({ name }) => name))
  for (const name of ['vault_empty', 'vault_smash', 'features_switch', 'workspaces_change_member_role']) {
    assert.ok(names.has(name), name)
  }
  const rehearsed = await agent.callTool({ name: 'vault_empty', arguments: { dryRun: true } })
  assert.equal(rehearsed.isError, undefined)
  for (const [name, path] of [
    ['vault_empty', '/api/x/vault/empty'],
    ['vault_smash', '/api/x/vault/tools/smash'],
  ] as const) {
    const { structuredContent } = await agent.callTool({ name, arguments: {} })
    const { approvalId, status } = structuredContent as { approvalId: string; status: string }
    assert.equal(status, 'pending')
    assert.equal((await ask({ host, token }, `POST ${path}`, { body: {} })).code, 'approval_required')
    assert.equal(
      (await ask({ host, token }, `POST /api/mcp/approvals/${approvalId}/approve`, { body: {} })).status,
      403,
    )
    assert.equal(vault.emptied + vault.smashed, name === 'vault_empty' ? 0 : 1)
    assert.equal((await ada.post(`/api/mcp/approvals/${approvalId}/approve`, {})).status, 200)
    const state = async () => (await ada.get<{ state: string }>(`/api/mcp/approvals/${approvalId}`)).body.state
    await until(async () => (await state()) === 'done')
  }
  assert.deepEqual([vault.emptied, vault.smashed], [1, 1])
})

test('§A38 the API description marks such routes, and a build refuses one that can not be approved', async () => {
  await using lab = await open()
  const document = JSON.stringify(await lab.host.host.lookup(Api)?.document())
  const { paths } = JSON.parse(document) as { paths: Record<string, Record<string, { responses: object }>> }
  const refusalsOf = (path: string, method: string): string => JSON.stringify(paths[path]?.[method]?.responses)
  assert.match(refusalsOf('/api/features/{key}', 'put'), /approval_required/)
  assert.match(refusalsOf('/api/x/vault/tools/smash', 'post'), /approval_required/)
  assert.doesNotMatch(refusalsOf('/api/x/vault/count', 'get'), /approval_required/)
  for (const audience of ['public', 'user', 'instance'] as const) {
    const wrong = defineEndpoint({
      pattern: 'POST /api/x/wrong/do',
      input: nothing,
      output: nothing,
      audience,
      session: audience === 'public' ? 'any' : 'required',
      summary: 'Do',
      mcp: { approval: true },
    })
    const plugin = plain('wrong', {
      mount: (mux: { endpoint(e: unknown, h: () => void): void }) => mux.endpoint(wrong, () => undefined),
    })
    await assert.rejects(startSpecHost({ isBare: true, plugins: [plugin] }), /has no workspace with an admin/)
  }
})

interface Listed {
  readonly items: readonly { readonly id: string }[]
}

interface Entry {
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string }
  readonly after: Record<string, unknown> | null
}

/** The newest entry of an action. */
async function entryOf(person: Visitor, action: string): Promise<Entry> {
  const { body } = await person.get<Listed>(`/api/audit?action=${action}`)
  return (await person.get<Entry>(`/api/audit/entries/${body.items[0]?.id}`)).body
}

const idOf = async (person: Visitor): Promise<string> =>
  (await person.get<{ user: { id: string } }>('/api/auth/me')).body.user.id

test('§A42 the audit log has both names where a service writes the entry, and only for approved calls', async () => {
  await using lab = await open()
  const { host, ada, ben, cleo, all, vault, calls } = lab
  await ask({ host, token: await mintToken(ada, all) }, 'POST /api/x/vault/inside', {
    body: { pattern: count.pattern, input: {} },
  })
  const { caller } = vault
  assert.ok(caller)
  const [adaId, benId, cleoId] = await Promise.all([ada, ben, cleo].map(idOf))
  assert.ok(benId)
  const approved = async (pattern: string, input: object) => {
    const { status } = await calls.callAs(caller, { pattern, input }, benId)
    assert.equal(status, 200, pattern)
  }
  await approved('PATCH /api/members/{userId}', { userId: cleoId, role: 'admin' })
  const changed = await entryOf(ada, 'member.role_changed')
  assert.deepEqual([changed.actor.kind, changed.actor.id], ['agent', adaId])
  assert.deepEqual(Object.entries(changed.after ?? {})[0], ['approvedBy', benId])
  assert.equal(changed.after?.['role'], 'admin')
  await approved('PUT /api/features/{key}', { key: 'vault', enabled: false })
  const switched = await entryOf(ada, 'feature.switched_off')
  assert.deepEqual([switched.actor.kind, switched.actor.id], ['agent', adaId])
  assert.deepEqual(switched.after, { approvedBy: benId, vault: false })
  await ada.send('PUT', '/api/features/vault', { body: { enabled: true } })
  const byHand = await entryOf(ada, 'feature.switched_on')
  assert.deepEqual([byHand.actor.kind, byHand.after], ['user', { vault: true }])
  // An input of the same name says nothing about who approved.
  await approved(empty.pattern, { approvedBy: 'usr_somebody_else' })
  assert.deepEqual((await entryOf(ada, 'vault.emptied')).after, { approvedBy: benId })
  // Nor does a plugin that names its actor itself; another actor stays unchanged.
  const [looked, owned] = [await entryOf(ada, 'vault.looked_at'), await entryOf(ada, 'vault.owned')]
  assert.deepEqual([looked.actor.kind, looked.actor.id, looked.after], ['agent', adaId, { approvedBy: benId }])
  assert.deepEqual([owned.actor.kind, owned.actor.id, owned.after], ['user', 'usr_of_the_vault', { approvedBy: benId }])
})
