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
