import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tools } from '../fixtures/tools.ts'
import { allScopes, connectAgent, everyTool, mintToken, readingScopes } from '../lab/agents.ts'
import { startSpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

interface TokenTools {
  readonly items: readonly { readonly name: string; readonly needsApproval: boolean }[]
  readonly canConnect: boolean
}

const tokensOf = async (person: Visitor): Promise<readonly { readonly id: string }[]> =>
  (await person.get<{ items: { id: string }[] }>('/api/mcp/tokens')).body.items

const toolsOf = (person: Visitor, id: string) => person.get<TokenTools>(`/api/mcp/tokens/${id}/tools`)

test("§A45 the page lists a token's tools as an agent with it gets them, to its owner only", async () => {
  await using host = await startSpecHost({ plugins: [tools()] })
  const { ada, cleo } = await host.people()
  const cases: readonly (readonly [Visitor, readonly string[]])[] = [
    [ada, await allScopes(ada)],
    [cleo, await allScopes(cleo)],
    [cleo, await readingScopes(cleo)],
    [cleo, ['tools.read']],
  ]
  for (const [person, scopes] of cases) {
    const secret = await mintToken(person, scopes)
    const [newest] = await tokensOf(person)
    const { body } = await toolsOf(person, newest?.id ?? '')
    assert.equal(body.canConnect, scopes.includes('mcp.use'))
    if (!body.canConnect) continue
    await using agent = await connectAgent(host.host.url, secret)
    const listed = (await everyTool(agent)).map(({ name }) => name)
    assert.ok(listed.length > 3)
    assert.deepEqual(
      body.items.map(({ name }) => name),
      listed,
    )
    const asToken = await fetch(new URL(`/api/mcp/tokens/${newest?.id}/tools`, host.host.url), {
      headers: { authorization: `Bearer ${secret}` },
    })
    assert.equal(asToken.status, 403)
    const other = person === ada ? cleo : ada
    assert.equal((await toolsOf(other, newest?.id ?? '')).status, 404)
  }
  const [newest] = await tokensOf(ada)
  await ada.send('PUT', '/api/features/tools', { body: { enabled: false } })
  const { body } = await toolsOf(ada, newest?.id ?? '')
  assert.ok(body.items.every(({ name }) => !name.startsWith('tools_')))
  await ada.send('DELETE', `/api/tokens/${newest?.id}`)
  assert.equal((await toolsOf(ada, newest?.id ?? '')).status, 404)
})

test('a token for an agent reads, changes only what its user picks, and is created by a session alone', async () => {
  await using host = await startSpecHost({ plugins: [tools()] })
  const { ada } = await host.people()
  const create = (input: object) => ada.post<{ token: string; expiresAt: string }>('/api/mcp/tokens', input)
  const picks = (await ada.get<{ items: { name: string }[] }>('/api/mcp/tokens/scopes')).body.items
  const readings = await readingScopes(ada)
  assert.ok(picks.some(({ name }) => name === 'tools.write'))
  assert.ok(picks.every(({ name }) => !readings.includes(name) && name !== 'mcp.use'))
  const namesWith = async (secret: string): Promise<readonly string[]> => {
    await using agent = await connectAgent(host.host.url, secret)
    return (await everyTool(agent)).map(({ name }) => name)
  }
  const { status, body } = await create({ name: 'Claude Code' })
  assert.equal(status, 201)
  assert.ok(body.expiresAt !== null)
  const reads = await namesWith(body.token)
  const changes = await namesWith((await create({ name: 'Codex', scopes: ['tools.write'] })).body.token)
  const added = changes.filter((name) => !reads.includes(name))
  assert.ok(reads.length > 3 && added.length > 0 && added.every((name) => name.startsWith('tools_')), added.join())
  const refused = await create({ name: 'Cursor', scopes: ['nothing.at.all'] })
  assert.equal(refused.status, 400)
  const asToken = await fetch(new URL('/api/mcp/tokens', host.host.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${body.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Another' }),
  })
  assert.equal(asToken.status, 403)
})
