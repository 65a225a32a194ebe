import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import { definePlugin } from '@host/plugin'
import { infoOf } from '../lab/plugins.ts'
import { agentOf, textOf } from '../lab/agents.ts'
import { startSpecHost } from '../lab/spec-host.ts'

/** Pages of a feature that can be switched off, one of them only in English. */
const garden = definePlugin({
  name: 'garden',
  info: infoOf('Garden'),
  models: [],
  mount: () => undefined,
  helpDocs: () => [
    { slug: 'beds', title: 'Beds', category: 'start', body: 'Tomatoes like **sun** and <Aside>dark soil</Aside>.' },
    { slug: 'beds', language: 'zh', title: '苗床', category: 'start', body: '番茄喜欢阳光。' },
    { slug: 'water', title: 'Watering', category: 'start', body: 'Water the tomatoes in the evening.' },
    ...Array.from({ length: 120 }, (_, at) => ({
      slug: `row-${at}`,
      title: `Row ${at}`,
      category: 'operations' as const,
      body: 'A row.',
    })),
  ],
})

const slugsOf = async (agent: Client): Promise<readonly string[]> => {
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await agent.listResources(cursor === undefined ? {} : { cursor })
    found.push(...page.resources.map(({ uri }) => uri))
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return found
}

test('§A35 the help of enabled features is there as Markdown, page by page, in the language of the agent', async () => {
  await using host = await startSpecHost({ plugins: [garden] })
  const { ada, cleo, dora } = await host.people()
  await using agent = await agentOf(host, cleo)
  await using chinese = await agentOf(host, cleo, { language: 'zh-CN,en;q=0.5', isLegacy: true })
  await using elsewhere = await agentOf(host, dora)
  const all = await slugsOf(agent)
  assert.equal(new Set(all).size, all.length)
  assert.equal(all.filter((uri) => uri.startsWith('help://row-')).length, 120)
  const read = async (from: Client, uri: string) => {
    const { contents } = await from.readResource({ uri })
    return contents.map((one) => [one.uri, one.mimeType, 'text' in one ? one.text : ''])
  }
  assert.deepEqual(await read(agent, 'help://beds'), [
    ['help://beds', 'text/markdown', '# Beds\n\nTomatoes like **sun** and <Aside>dark soil</Aside>.\n'],
  ])
  assert.deepEqual((await read(chinese, 'help://beds'))[0]?.[2], '# 苗床\n\n番茄喜欢阳光。\n')
  assert.match((await read(chinese, 'help://water'))[0]?.[2] ?? '', /^# Watering/)
  const { resourceTemplates } = await agent.listResourceTemplates()
  assert.deepEqual(
    resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    ['help://{slug}'],
  )

  assert.equal((await ada.send('PUT', '/api/features/garden', { body: { enabled: false } })).status, 200)
  assert.deepEqual(
    (await slugsOf(agent)).filter((uri) => uri.startsWith('help://row-')),
    [],
  )
  await assert.rejects(agent.readResource({ uri: 'help://beds' }), /not found/i)
  assert.equal((await read(elsewhere, 'help://beds')).length, 1)
})

test('§A35 a search finds pages by their words in either language, and only those of enabled features', async () => {
  await using host = await startSpecHost({ plugins: [garden] })
  const { ada, cleo } = await host.people()
  await using agent = await agentOf(host, cleo)
  const search = async (query: string) => {
    const answer = await agent.callTool({ name: 'search_help', arguments: { query } })
    const { items } = answer.structuredContent as { items: readonly { uri: string; excerpt: string }[] }
    return items
  }
  const found = await search('tomatoes SUN')
  assert.deepEqual(
    found.map(({ uri }) => uri),
    ['help://beds'],
  )
  assert.equal(found[0]?.excerpt, 'Tomatoes like sun and dark soil.')
  assert.deepEqual(
    (await search('番茄')).map(({ uri }) => uri),
    ['help://beds'],
  )
  assert.deepEqual((await search('water')).map(({ uri }) => uri)[0], 'help://water')
  assert.equal((await search('row')).length, 20)
  assert.deepEqual(await search('there-is-no-such-word'), [])
  for (const query of ['', ' ', 'x'.repeat(201)]) {
    const answer = await agent.callTool({ name: 'search_help', arguments: { query } })
    assert.match(textOf(answer), /Code: invalid_input/)
  }
  await ada.send('PUT', '/api/features/garden', { body: { enabled: false } })
  assert.deepEqual(await search('tomatoes'), [])
})

test('§A35 no address but that of a page of help is read, and no place of a list but one that it gave', async () => {
  await using host = await startSpecHost({ plugins: [garden] })
  const { cleo } = await host.people()
  await using agent = await agentOf(host, cleo)
  for (const uri of [
    'help://',
    'help://../beds',
    'help://beds/../../etc',
    'help://__proto__',
    'file:///etc/passwd',
    'http://127.0.0.1/',
    `help://${'x'.repeat(10_000)}`,
  ]) {
    await assert.rejects(agent.readResource({ uri }), /not found/i, uri)
  }
  for (const cursor of ['x', '', Buffer.from('nothing').toString('base64url'), 'y'.repeat(5_000)]) {
    await assert.rejects(agent.listResources({ cursor }), /The cursor is invalid/, cursor.slice(0, 20))
    await assert.rejects(agent.listTools({ cursor }), /The cursor is invalid/, cursor.slice(0, 20))
  }
})
