import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { editionTemplate } from '../lab/edition-template.ts'
import { tools } from '../fixtures/tools.ts'
import { allScopes, mintToken } from '../lab/agents.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'

const modern = '2026-07-28'
const envelope = {
  'io.modelcontextprotocol/protocolVersion': modern,
  'io.modelcontextprotocol/clientInfo': { name: 'agent', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** Sends a message in either way of the protocol. */
async function send(host: SpecHost, token: string, { isModern = true, method = '', params = {} }): Promise<Response> {
  const version = isModern ? modern : '2025-11-25'
  const named = 'name' in params ? { 'mcp-name': String(params.name) } : {}
  return await fetch(new URL('/api/mcp', host.host.url), {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'mcp-protocol-version': version,
      ...(isModern && { 'mcp-method': method, ...named }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: isModern ? { ...params, _meta: envelope } : params }),
  })
}

test('§A33 a fault behind a tool is written to the log and the audit log, and an agent reads nothing of it', async () => {
  await using database = await testDatabases[0]?.create(editionTemplate())
  assert.ok(database !== undefined)
  await using host = await startSpecHost({ plugins: [tools()], at: database })
  const { ada } = await host.people()
  const token = await mintToken(ada, await allScopes(ada))
  const file = new DatabaseSync(database.url)
  file.exec('alter table mcp_approvals rename to mcp_moved')
  file.close()
  for (const isModern of [true, false]) {
    const before = host.log.length
    const params = { name: 'tools_empty', arguments: {} }
    const answer = await send(host, token, { isModern, method: 'tools/call', params })
    const text = await answer.text()
    assert.deepEqual([answer.status, (JSON.parse(text) as { code: string }).code], [500, 'internal'])
    assert.doesNotMatch(text, /mcp_approvals|no such table/)
    const told = host.log.slice(before).find(({ level }) => level === 'error')
    assert.match(JSON.stringify(told), /no such table: mcp_approvals/)
    assert.equal(told?.['requestId'], answer.headers.get('x-request-id'))
  }
  const { body } = await ada.get<{ items: { id: string; target: string }[] }>('/api/audit?action=tool.called')
  assert.deepEqual(
    body.items.map(({ target }) => target),
    ['tool:tools_empty', 'tool:tools_empty'],
  )
})

test('§A34 a client that listens on more streams than its token may have is asked to wait, in either way', async () => {
  await using host = await startSpecHost({ plugins: [tools()] })
  const { ada } = await host.people()
  const token = await mintToken(ada, await allScopes(ada))
  const method = 'subscriptions/listen'
  const params = { notifications: { toolsListChanged: true } }
  const streams = await Promise.all(Array.from({ length: 21 }, () => send(host, token, { method, params })))
  assert.deepEqual(
    streams.map(({ status }) => status).toSorted((a, b) => a - b),
    [...Array.from({ length: 20 }, () => 200), 429],
  )
  assert.ok(streams.some(({ headers }) => headers.has('retry-after')))
  await Promise.all(streams.map(async ({ body }) => await body?.cancel()))
})
