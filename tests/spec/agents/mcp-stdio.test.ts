import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { bundledProgram } from '../../../packages/cli/src/build/testing/bundled-program.ts'
import { tools } from '../fixtures/tools.ts'
import { allScopes, everyTool, mintToken, readingScopes, textOf } from '../lab/agents.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'

const program = await bundledProgram(join(import.meta.dirname, '../lab/bare-executable.ts'))
const command = [program, 'mcp']

function environmentOf(env: Readonly<Record<string, string>>): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', ...env }
}

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'host-mcp-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The official client, with `host mcp` as the program that it starts. */
async function startAgent(cwd: string, env: Readonly<Record<string, string>>, isLegacy: boolean) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: command,
    env: environmentOf(env),
    cwd,
    stderr: 'pipe',
  })
  const strange: Error[] = []
  const client = new Client(
    { name: 'agent', version: '1.0.0' },
    { versionNegotiation: { mode: isLegacy ? 'legacy' : 'auto' } },
  )
  Object.assign(client, { onerror: (error: Error) => strange.push(error) })
  await client.connect(transport)
  return Object.assign(client, { strange, [Symbol.asyncDispose]: () => client.close() })
}

/** Standard input and command-line arguments. */
type Written = readonly [input?: string, args?: readonly string[]]

/** `host mcp` with something written to it, until it ends by itself. */
async function run(cwd: string, env: Readonly<Record<string, string>>, ...[input = '', args = []]: Written) {
  const child = spawn(process.execPath, [...command, ...args], { cwd, env: environmentOf(env), timeout: 60_000 })
  child.stdin.end(input)
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ])
  return { stdout, stderr, code }
}

const urlOf = ({ host }: SpecHost): string => String(host.url)

for (const isLegacy of [false, true]) {
  const generation = isLegacy ? 'a revision before' : 'the revision 2026-07-28'
  test(`§A24 the official client of ${generation} lists and calls tools over standard input and output`, async (t) => {
    await using host = await startSpecHost({ plugins: [tools()] })
    const { ada, ben, cleo } = await host.people()
    const folder = await folderOf(t)
    const file = join(folder, 'token')
    await writeFile(file, `${await mintToken(ben, await allScopes(ben))}\n`)
    const HOST_MCP_URL = urlOf(host)
    const starting = [
      { HOST_MCP_URL, HOST_MCP_TOKEN_FILE: file },
      { HOST_MCP_URL, HOST_MCP_TOKEN: await mintToken(cleo, await allScopes(cleo)) },
      { HOST_MCP_URL, HOST_MCP_TOKEN: await mintToken(cleo, await readingScopes(cleo)) },
    ].map((env) => startAgent(folder, env, isLegacy))
    const agents = await Promise.all(starting)
    t.after(() => Promise.all(agents.map((agent) => agent.close())))
    const [admin, member, reader] = agents
    assert.ok(admin && member && reader)
    const choice = ['tools_read_box', 'tools_create_box', 'tools_delete_box']
    const named = async (agent: Client) => {
      const names = new Set((await everyTool(agent)).map(({ name }) => name))
      return choice.filter((name) => names.has(name))
    }
    assert.deepEqual(
      [await named(admin), await named(member), await named(reader)],
      [choice, choice.slice(0, 2), choice.slice(0, 1)],
    )
    const made = await member.callTool({ name: 'tools_create_box', arguments: { label: '茶' } })
    const { id } = made.structuredContent as { id: string }
    assert.deepEqual((await reader.callTool({ name: 'tools_read_box', arguments: { id } })).structuredContent, {
      id,
      label: '茶',
    })
    assert.match(textOf(await reader.callTool({ name: 'tools_create_box', arguments: {} })), /scope_required/)
    assert.match(textOf(await member.callTool({ name: 'tools_delete_box', arguments: { id } })), /Code: forbidden/)
    assert.equal((await admin.callTool({ name: 'tools_delete_box', arguments: { id } })).isError, undefined)
    assert.equal((await ada.send('PUT', '/api/features/tools', { body: { enabled: false } })).status, 200)
    assert.deepEqual([await named(admin), await named(member), await named(reader)], [[], [], []])
    assert.match(textOf(await member.callTool({ name: 'tools_read_box', arguments: { id } })), /feature_disabled/)
    assert.deepEqual([...admin.strange, ...member.strange, ...reader.strange], [])
  })
}

test('§A24 a token that is missing or refused, and a host that is not there, are one sentence and code 1', async (t) => {
  await using host = await startSpecHost({ plugins: [tools()] })
  const folder = await folderOf(t)
  const HOST_MCP_URL = urlOf(host)
  const HOST_MCP_TOKEN = 'host_wrong'
  const ends = [
    [{ HOST_MCP_URL }, /^The API token is missing\. Set HOST_MCP_TOKEN/],
    [{ HOST_MCP_URL, HOST_MCP_TOKEN }, /^http:\S+ rejected the API token\./],
    [{ HOST_MCP_URL: 'http://127.0.0.1:1', HOST_MCP_TOKEN }, /^http:\S+ could not be reached/],
  ] as const
  await Promise.all(
    ends.map(async ([env, sentence]) => {
      const { stdout, stderr, code } = await run(folder, env, '{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
      assert.match(stderr, sentence)
      assert.deepEqual([stdout, code, stderr.trimEnd().split('\n').length], ['', 1, 1], stderr)
      assert.ok(!stderr.includes(HOST_MCP_TOKEN))
    }),
  )
})

test('§A24 a .env file where an agent starts sends the token nowhere, and no argument takes one', async (t) => {
  const folder = await folderOf(t)
  await writeFile(join(folder, '.env'), 'HOST_MCP_URL=http://127.0.0.1:9\nHOST_MCP_TOKEN=host_of_the_file\n')
  const HOST_LISTEN = '127.0.0.1:1'
  const [own, typed] = await Promise.all([
    run(folder, { HOST_LISTEN, HOST_MCP_TOKEN: 'host_x' }),
    run(folder, { HOST_LISTEN }, '', ['--token', 'host_typed']),
  ])
  assert.match(own.stderr, /^http:\/\/127\.0\.0\.1:1 could not be reached/)
  assert.deepEqual([typed.code, typed.stdout], [2, ''])
  assert.match(typed.stderr, /^--token is not an option of this command/)
})

test('§A24 it ends with code 0 when its client has gone, and with a sentence when the host has', async (t) => {
  const host = await startSpecHost({ plugins: [tools()] })
  const { cleo } = await host.people()
  const folder = await folderOf(t)
  const env = { HOST_MCP_URL: urlOf(host), HOST_MCP_TOKEN: await mintToken(cleo, await allScopes(cleo)) }
  const gone = await run(folder, env)
  assert.deepEqual([gone.code, gone.stdout, gone.stderr], [0, '', ''])
  await using agent = await startAgent(folder, env, true)
  const closed = Promise.withResolvers<void>()
  Object.assign(agent, { onclose: closed.resolve })
  assert.ok((await everyTool(agent)).length > 0)
  await host[Symbol.asyncDispose]()
  await assert.rejects(agent.listTools(), /could not be reached/)
  await closed.promise
})
