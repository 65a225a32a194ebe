import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { testDatabases, type TestDatabase } from '@host/host/testing/database/test-databases'
import { editionTemplate } from '../lab/edition-template.ts'
import { tools, type Seen } from '../fixtures/tools.ts'
import { agentOf, allScopes, connectAgent, mintToken, textOf } from '../lab/agents.ts'
import { clusterKinds, startCluster } from '../lab/cluster.ts'
import { until } from '@host/host/testing/until'
import { startSpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

const isSoak = process.env['HOST_SOAK'] === '1'

interface Entry {
  readonly id: string
  readonly action: string
  readonly actor: { readonly kind: string; readonly name: string | null }
  readonly target: string | null
}

interface EntryDetails {
  readonly after: unknown
  readonly endpoint: string | null
  readonly plugin: string
}

const entriesOf = async (person: Visitor, action: string): Promise<readonly Entry[]> =>
  (await person.get<{ items: readonly Entry[] }>(`/api/audit?action=${action}&limit=200`)).body.items

const detailsOf = async (person: Visitor, { id }: Entry): Promise<EntryDetails> => {
  const { after, endpoint, plugin } = (await person.get<EntryDetails>(`/api/audit/entries/${id}`)).body
  return { after, endpoint, plugin }
}

/** How many rows each table has, but for those that every call writes: of the audit log, and of the work that seals it. */
async function rowCounts(database: TestDatabase): Promise<ReadonlyMap<string, number>> {
  const query = await reader(database)
  const list = database.url.startsWith('postgres')
    ? "select tablename as name from pg_tables where schemaname = 'public'"
    : "select name from sqlite_master where type = 'table' and name not like 'sqlite%'"
  const names = (await query(list)).map(({ name }) => String(name)).filter((name) => !name.startsWith('audit_'))
  const counts = await Promise.all(names.map((name) => query(`select count(*) as n from "${name}"`)))
  return new Map(names.map((name, at) => [name, Number(counts[at]?.[0]?.['n'])]))
}

type Rows = readonly Readonly<Record<string, unknown>>[]

/** Reads beside the host; a SQLite file is read by a connection that doesn't take its lock. */
async function reader(database: TestDatabase): Promise<(sql: string) => Promise<Rows>> {
  if (database.url.startsWith('postgres')) {
    const opened = await database.open()
    return async (sql) => (await opened.run({ sql, parameters: [], writes: false })).rows
  }
  const file = new DatabaseSync(database.url, { readOnly: true })
  return async (sql) => file.prepare(sql).all()
}

const create = (label: string, more: object = {}) => ({ name: 'tools_create_box', arguments: { label, ...more } })

for (const database of testDatabases) {
  describe(`on ${database.name}`, () => {
    test('§A30 a dry run goes through every room and ends before the handler: nothing is written, and its key is free', async () => {
      const seen: Seen = { created: 0, begun: 0, aborted: 0, headers: new Set() }
      await using at = await database.create(editionTemplate())
      await using host = await startSpecHost({ plugins: [tools(seen)], at })
      const { ada, cleo } = await host.people()
      await using agent = await agentOf(host, cleo)
      const key = 'a-key-of-a-dry-run'
      const before = await rowCounts(at)
      const dry = await agent.callTool(create('Tea', { dryRun: true, idempotencyKey: key }))
      assert.deepEqual([dry.isError, dry.structuredContent, seen.created], [undefined, { dryRun: true }, 0])
      assert.deepEqual(await rowCounts(at), before)
      assert.deepEqual(await entriesOf(ada, 'box.created'), [])
      const real = await agent.callTool(create('Tea', { idempotencyKey: key }))
      assert.deepEqual([real.isError, seen.created], [undefined, 1])
      for (const [call, said] of [
        [create('', { dryRun: true }), /- label: /],
        [create('Tea', { dryRun: true, idempotencyKey: 'x y' }), /visible ASCII/],
        [{ name: 'tools_delete_box', arguments: { id: 'box_1', dryRun: true } }, /Code: forbidden/],
      ] as const) {
        assert.match(textOf(await agent.callTool(call)), said)
      }
      assert.equal(seen.created, 1)
    })

    test('§A31 a repeated key runs once and answers the same, in any order and for any concurrency', async () => {
      const seen: Seen = { created: 0, begun: 0, aborted: 0, headers: new Set() }
      await using host = await startSpecHost({ plugins: [tools(seen)], database })
      const { ada } = await host.people()
      await using agent = await agentOf(host, ada)
      const call = create('Once', { idempotencyKey: 'one-key' })
      const answers = await Promise.all(Array.from({ length: 20 }, () => agent.callTool(call)))
      const done = answers.filter(({ isError }) => isError !== true)
      assert.equal(seen.created, 1)
      assert.ok(done.length > 0)
      for (const answer of answers) if (answer.isError === true) assert.match(textOf(answer), /idempotency_in_flight/)
      assert.equal(new Set([...done, await agent.callTool(call)].map(textOf)).size, 1)
      assert.match(textOf(await agent.callTool(create('Other', { idempotencyKey: 'one-key' }))), /Code: unprocessable/)
      // A program's request with the key is the same call.
      const sent = await fetch(new URL('/api/x/tools/boxes', host.host.url), {
        method: 'POST',
        headers: { ...ada.standing, 'content-type': 'application/json', 'idempotency-key': 'one-key' },
        body: JSON.stringify({ label: 'Once' }),
      })
      assert.equal(sent.headers.get('idempotency-replayed'), 'true')
      assert.equal(seen.created, 1)
    })
  })
}

test('§A32 each tool call writes an entry, for any outcome, and its changes are recorded in the agent’s name', async () => {
  await using host = await startSpecHost({ plugins: [tools()] })
  const { ada, cleo } = await host.people()
  await using agent = await agentOf(host, cleo)
  const made = await agent.callTool(create('Tea'))
  await agent.callTool(create('Tea', { dryRun: true }))
  await agent.callTool(create('taken'))
  await agent.callTool({ name: 'tools_list_boxes' })
  const called = (await entriesOf(ada, 'tool.called')).toReversed()
  assert.deepEqual(
    called.map(({ target, actor: { kind, name } }) => [target, kind, name]),
    [...Array.from({ length: 3 }, () => 'tools_create_box'), 'tools_list_boxes'].map((tool) => [
      `tool:${tool}`,
      'agent',
      'cleo',
    ]),
  )
  const entered = (outcome: string, dryRun = false) => ({
    after: { outcome, dryRun },
    endpoint: 'POST /api/mcp',
    plugin: 'mcp',
  })
  assert.deepEqual(await Promise.all(called.map((one) => detailsOf(ada, one))), [
    entered('done'),
    entered('dry_run', true),
    entered('conflict'),
    entered('done'),
  ])
  const [entry, ...others] = await entriesOf(ada, 'box.created')
  assert.ok(entry)
  const { id } = made.structuredContent as { id: string }
  assert.deepEqual([entry.target, entry.actor.kind, entry.actor.name], [`box:${id}`, 'agent', 'cleo'])
  assert.deepEqual(await detailsOf(ada, entry), {
    after: { label: 'Tea' },
    endpoint: 'POST /api/x/tools/boxes',
    plugin: 'tools',
  })
  assert.deepEqual(others, [])
})

test('§A27 a tool call is counted, limited and published like an external one', async () => {
  await using host = await startSpecHost({ plugins: [tools()], environment: { HOST_RATE_API: '40' } })
  const { ada } = await host.people()
  const token = await mintToken(ada, await allScopes(ada))
  await using agent = await connectAgent(host.host.url, token)
  let answered = 0
  for (let isAllowed = true; isAllowed && answered < 40; answered += isAllowed ? 1 : 0) {
    const answer = await agent.callTool(create(`Box ${answered}`)).catch((error: unknown) => error as Error)
    isAllowed = !(answer instanceof Error) && answer.isError !== true
  }
  // The connection's opening message counts too.
  assert.ok(answered >= 35 && answered < 40, String(answered))
})

test(`§A34 ${isSoak ? '1,000' : '200'} calls at once are answered, each with its own answer`, async () => {
  await using host = await startSpecHost({ plugins: [tools()] })
  const { ada } = await host.people()
  const token = await mintToken(ada, await allScopes(ada))
  const count = isSoak ? 1_000 : 200
  await using agent = await connectAgent(host.host.url, token)
  const answers = await Promise.all(
    Array.from({ length: count }, (_, at) => agent.callTool({ name: 'tools_echo', arguments: { text: `n${at}` } })),
  )
  assert.deepEqual(
    answers.map(({ structuredContent }) => (structuredContent as { said: string }).said),
    Array.from({ length: count }, (_, at) => `n${at}`),
  )
})

for (const kind of clusterKinds) {
  test(`§A31 a host that dies in the middle of a tool leaves it run once in effect: ${kind.name}`, async () => {
    await using cluster = await startCluster({ ...kind, size: Math.min(kind.size, 2) })
    const { ada } = cluster.people
    const token = await mintToken(ada, await allScopes(ada))
    for (let round = 0; round < (isSoak ? 20 : 1); round += 1) {
      const tag = `killed-${round}`
      const call = { name: 'ledger_book_whole', arguments: { tag, hold: true, idempotencyKey: tag } }
      const [first] = cluster.hosts
      assert.ok(first)
      const dying = await connectAgent(first.url, token)
      const lost = dying.callTool(call).then(
        () => 'answered',
        () => 'lost',
      )
      await until(() => cluster.runs(tag) === 1)
      await first.kill()
      assert.equal(await lost, 'lost')
      await cluster.endLease(first)
      cluster.release(tag)
      await cluster.start(0)
      const repeats = await Promise.all(
        cluster.hosts.map(async ({ url }) => {
          await using agent = await connectAgent(url, token)
          return await agent.callTool(call)
        }),
      )
      assert.ok(
        repeats.some(({ isError }) => isError !== true),
        repeats.map(textOf).join('\n'),
      )
      assert.equal(await cluster.entries(ada, tag), 1)
    }
  })
}
