import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allScopes, connectAgent, mintToken, textOf } from '../lab/agents.ts'
import { clusterKinds, startCluster, type Cluster } from '../lab/cluster.ts'
import { until } from '@host/host/testing/until'

const rounds = process.env['HOST_SOAK'] === '1' ? 20 : 1

interface Approval {
  readonly id: string
  readonly state: string
  readonly error: string | null
  readonly answer: { readonly body: string } | null
}

/** Asks as an agent of Ada. @returns the id of the approval */
async function ask(cluster: Cluster, token: string, { tool, tag, hold }: { tool: string; tag: string; hold: boolean }) {
  await using agent = await connectAgent(cluster.hosts[0]?.url, token)
  const { structuredContent } = await agent.callTool({ name: `ledger_${tool}`, arguments: { tag, hold } })
  const { approvalId } = structuredContent as { approvalId: string }
  assert.equal(cluster.runs(tag), 0)
  return approvalId
}

const ada = (cluster: Cluster, at = 0) => cluster.people.ada.at(cluster.hosts[at]?.url ?? '')

const approve = (cluster: Cluster, id: string, at = 0) =>
  ada(cluster, at).post<Approval>(`/api/mcp/approvals/${id}/approve`, {})

/** Asks, and lets it run. */
async function begin(cluster: Cluster, token: string, asked: { tool: string; tag: string; hold: boolean }) {
  const id = await ask(cluster, token, asked)
  assert.equal((await approve(cluster, id)).status, 200)
  return { id, tag: asked.tag }
}

const read = async (cluster: Cluster, id: string): Promise<Approval> =>
  (await ada(cluster).get<Approval>(`/api/mcp/approvals/${id}`)).body

async function ended(cluster: Cluster, id: string): Promise<Approval> {
  await until(async () => ['done', 'failed'].includes((await read(cluster, id)).state))
  return await read(cluster, id)
}

async function killAndStart(cluster: Cluster): Promise<void> {
  const [host] = cluster.hosts
  assert.ok(host)
  await host.kill()
  await cluster.endLease(host)
  await cluster.start(0)
}

for (const kind of clusterKinds) {
  describe(`§A41 a host that dies with an approved call, on ${kind.dialect}`, () => {
    test('runs it once, wherever it died, and reports an unknown outcome', async () => {
      await using cluster = await startCluster({ ...kind, size: 1 })
      const token = await mintToken(ada(cluster), await allScopes(ada(cluster)))
      for (let round = 0; round < rounds; round += 1) {
        // Two of a workspace run at once: the third waits for its turn when its host dies.
        const [loose, whole, behind] = await Promise.all([
          begin(cluster, token, { tool: 'book_asked', tag: `loose-${round}`, hold: true }),
          begin(cluster, token, { tool: 'book_asked_whole', tag: `whole-${round}`, hold: true }),
        ]).then(async (held) => {
          await until(() => held.every(({ tag }) => cluster.runs(tag) === 1))
          const tag = `behind-${round}`
          return [...held, await begin(cluster, token, { tool: 'book_asked_whole', tag, hold: false })] as const
        })
        await until(async () => (await cluster.entries(ada(cluster), loose.tag)) === 1)
        await killAndStart(cluster)
        for (const { tag } of [loose, whole]) cluster.release(tag)
        const [lost, done, late] = await Promise.all([loose, whole, behind].map(({ id }) => ended(cluster, id)))
        assert.deepEqual([lost?.state, lost?.error, cluster.runs(loose.tag)], ['failed', 'interrupted', 1])
        assert.deepEqual([done?.state, late?.state], ['done', 'done'])
        assert.equal((JSON.parse(done?.answer?.body ?? '') as { tag: string }).tag, whole.tag)
        for (const { tag } of [loose, whole, behind]) assert.equal(await cluster.entries(ada(cluster), tag), 1)
      }
    })

    test('and so does one that is stopped', async () => {
      await using cluster = await startCluster({ ...kind, size: 1 }, { env: { HOST_STOP_TIMEOUT: '2' } })
      const token = await mintToken(ada(cluster), await allScopes(ada(cluster)))
      const held = await Promise.all([
        begin(cluster, token, { tool: 'book_asked', tag: 'loose', hold: true }),
        begin(cluster, token, { tool: 'book_asked_whole', tag: 'whole', hold: true }),
      ])
      await until(() => held.every(({ tag }) => cluster.runs(tag) === 1))
      await until(async () => (await cluster.entries(ada(cluster), 'loose')) === 1)
      await cluster.hosts[0]?.[Symbol.asyncDispose]()
      await cluster.start(0)
      for (const { tag } of held) cluster.release(tag)
      const [loose, whole] = await Promise.all(held.map(({ id }) => ended(cluster, id)))
      assert.deepEqual([loose?.state, loose?.error, cluster.runs('loose')], ['failed', 'interrupted', 1])
      assert.deepEqual([whole?.state, whole?.error, cluster.runs('whole')], ['done', null, 2])
      for (const { tag } of held) assert.equal(await cluster.entries(ada(cluster), tag), 1)
    })
  })
}

test('§A41 two admins who decide at once on two hosts let a call run once', async () => {
  const [, kind] = clusterKinds
  assert.ok(kind)
  await using cluster = await startCluster({ ...kind, size: 2 })
  const token = await mintToken(ada(cluster), await allScopes(ada(cluster)))
  for (let round = 0; round < rounds; round += 1) {
    const tag = `both-${round}`
    const id = await ask(cluster, token, { tool: 'book_asked', tag, hold: false })
    const answers = await Promise.all([0, 1, 0, 1].map((at) => approve(cluster, id, at)))
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409, 409],
    )
    assert.equal((await ended(cluster, id)).state, 'done')
    assert.deepEqual([cluster.runs(tag), await cluster.entries(ada(cluster), tag)], [1, 1])
  }
  // The same key is the same approval on either host, and never asks again.
  const call = { name: 'ledger_book_asked', arguments: { tag: 'keyed', idempotencyKey: 'a-key' } }
  const answers = await Promise.all(
    [0, 1, 0, 1].map(async (at) => {
      await using agent = await connectAgent(cluster.hosts[at]?.url, token)
      return await agent.callTool(call)
    }),
  )
  const ids = answers.map(({ structuredContent }) => (structuredContent as { approvalId: string }).approvalId)
  assert.equal(new Set(ids).size, 1)
  await approve(cluster, ids[0] ?? '')
  assert.equal((await ended(cluster, ids[0] ?? '')).state, 'done')
  await using agent = await connectAgent(cluster.hosts[1]?.url, token)
  assert.match(textOf(await agent.callTool(call)), /is done/)
  assert.equal(cluster.runs('keyed'), 1)
})
