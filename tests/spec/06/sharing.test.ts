/** Who waits for whom: workspaces for each other, and processes that share the work. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { begunIn, hold, type Begun } from '../fixtures/works.ts'
import { clusterKinds, startCluster, until, type Cluster } from '../lab/cluster.ts'
import type { Visitor } from '../lab/visitor.ts'
import { startReceiver } from '../lab/webhook-receiver.ts'
import { claimedBy, untilDone } from '../lab/work-load.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const backlog = isSoak ? 100_000 : 1_000
const perNote = 250
const environment = { SPEC_WORKS: '1', HOST_SAFEHTTP_ALLOW: '127.0.0.1/32' }

for (const kind of clusterKinds) {
  describe(kind.name, () => {
    test(`a workspace with ${backlog} jobs that do not end, and an endpoint that never answers, delays no other one`, async (t) => {
      await using receiver = await startReceiver()
      await using cluster = await startCluster(kind, { env: environment })
      const { ada, dora } = cluster.people
      using _held = hold(cluster.folder, 'slow')
      await addEndpoint(ada, receiver.silentUrl)
      await addEndpoint(dora, receiver.url)
      await note(ada, tagged('silent', 50))
      for (let from = 0; from < backlog; from += perNote) await note(ada, tagged(`slow-${from}`, perNote), true)
      await until(() => begun(cluster, 'slow').length > 0)
      const since = performance.now()
      await note(dora, ['quick'])
      await until(() => begun(cluster, 'quick').some((each) => each.kind === 'plain'))
      const started = performance.now() - since
      await until(() => receiver.received.length > 0)
      const delivered = performance.now() - since
      t.diagnostic(`started after ${started.toFixed(0)} ms, delivered after ${delivered.toFixed(0)} ms`)
      if (!isSoak) return
      assert.ok(started < 1_000, 'a job of another workspace starts within a second')
      assert.ok(delivered < 2_000, 'a webhook of another workspace is delivered within two seconds')
    })
  })
}

const [, three] = clusterKinds

test('three processes share the work, none of it is done twice, and what one held that was killed passes on', async () => {
  assert.ok(three)
  await using cluster = await startCluster(three, { env: environment })
  const { ada } = cluster.people
  const shared = isSoak ? 30_000 : 300
  for (let from = 0; from < shared; from += perNote) await note(ada, tagged(`shared-${from}`, perNote), true)
  await untilDone(cluster)
  const done = begun(cluster, 'shared')
  assert.equal(new Set(done.map(({ pid }) => pid)).size, 3, 'every process took its share')
  assert.equal(new Set(done.map(({ id }) => id)).size, done.length, 'none was done twice')

  const held = hold(cluster.folder, 'stuck')
  await note(ada, tagged('stuck', 12), true)
  const victim = cluster.hosts[0]
  assert.ok(victim)
  await until(async () => (await claimedBy(cluster, victim)).length > 0)
  await victim.kill()
  const passedOn = await claimedBy(cluster, victim)
  await cluster.endLease(victim)
  held[Symbol.dispose]()
  await untilDone(cluster)
  const again = begun(cluster, 'stuck').map(({ id }) => id)
  for (const id of passedOn) assert.ok(again.includes(id), 'what was claimed by the one that was killed was done')
  assert.equal(new Set(again).size, 12)
})

async function addEndpoint(admin: Visitor, url: string): Promise<void> {
  const answer = await admin.post('/api/webhooks', { url, events: ['work.noted'] })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
}

async function note(author: Visitor, tags: readonly string[], jobsOnly = false): Promise<void> {
  const answer = await author.post('/api/x/works/notes', { tags, jobsOnly })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
}

function tagged(word: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `${word}-${at}`)
}

function begun({ folder }: Cluster, word: string): readonly Begun[] {
  return begunIn(folder).filter(({ tag }) => tag.startsWith(word))
}
