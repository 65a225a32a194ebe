/**
 * Hosts that run jobs, publish events and send webhooks, while they are killed and while other workspaces have more
 * work.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { begunIn, hold, type Begun } from '../fixtures/works.ts'
import { clusterKinds, startCluster, type Cluster } from '../lab/cluster.ts'
import { until } from '@host/host/testing/until'
import type { Visitor } from '../lab/visitor.ts'
import { startReceiver, type WebhookReceiver } from '../lab/webhook-receiver.ts'
import { assertDone, claimedBy, startNoting, untilDone } from '../lab/work-load.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const kills = isSoak ? 200 : 2
const backlog = isSoak ? 100_000 : 500
const shared = isSoak ? 30_000 : 300
const perNote = 100

/** Where work is done, and where webhooks arrive. */
interface Place {
  readonly cluster: Cluster
  readonly receiver: WebhookReceiver
}

for (const kind of clusterKinds) {
  describe(kind.name, () => {
    test('work that was accepted lasts', async (t) => {
      await using receiver = await startReceiver()
      await using cluster = await startCluster(kind, {
        env: { SPEC_WORKS: '1', HOST_SAFEHTTP_ALLOW: '127.0.0.1/32' },
      })
      const place = { cluster, receiver }
      await t.test(
        '§P2 §P3 it is done although hosts are killed: nothing is lost, and nothing finished is repeated',
        async (each) => each.diagnostic(await survivesKills(place)),
      )
      if (kind.size > 1) {
        await t.test('§P8 processes share it, none of it is done twice, and the work of a killed one passes on', () =>
          isShared(place),
        )
      }
      await t.test(
        `§P7 §P24 a workspace with ${backlog} jobs that do not end, and an endpoint that never answers, delays no other one`,
        async (each) => each.diagnostic(await delaysNobody(place)),
      )
      // A host that stops would wait for the endpoint that never answers.
      await Promise.all(cluster.hosts.map((host) => host.kill()))
    })
  })
}

/** @returns the outcome */
async function survivesKills({ cluster, receiver }: Place): Promise<string> {
  await addEndpoint(cluster.people.ada, receiver.url)
  const load = startNoting(cluster, isSoak ? 0 : 100)
  const inFlight = new Set<string>()
  for (let round = 0; round < kills; round += 1) {
    const enough = load.accepted.size + 10 + Math.floor(Math.random() * 40)
    await until(() => load.accepted.size >= enough)
    for (const id of await killOne(cluster)) inFlight.add(id)
  }
  await load.stop()
  await untilDone(cluster)
  const { done, doubled } = await assertDone(cluster, receiver, { accepted: load.accepted, inFlight })
  return `${kills} kills, ${done} done, ${inFlight.size} in flight at a kill, ${doubled} done twice`
}

/** Kills one host and starts it again. @returns its jobs in flight */
async function killOne(cluster: Cluster): Promise<readonly string[]> {
  const victim = Math.floor(Math.random() * cluster.hosts.length)
  const host = cluster.hosts[victim]
  assert.ok(host)
  await host.kill()
  const inFlight = await claimedBy(cluster, host)
  await cluster.endLease(host)
  await cluster.start(victim)
  return inFlight
}

async function isShared({ cluster }: Place): Promise<void> {
  const { ada } = peopleOf(cluster)
  for (let from = 0; from < shared; from += perNote) await note(ada, tagged(`shared-${from}`, perNote), true)
  await untilDone(cluster)
  const done = begun(cluster, 'shared')
  assert.equal(new Set(done.map(({ pid }) => pid)).size, cluster.hosts.length, 'every process took its share')
  assert.equal(new Set(done.map(({ id }) => id)).size, done.length, 'none was done twice')

  const held = hold(cluster.folder, 'stuck')
  await note(ada, tagged('stuck', 12), true)
  const victim = cluster.hosts[1]
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
}

/** Comes last, since an endpoint that never answers leaves work behind. @returns how long the other one waited */
async function delaysNobody({ cluster, receiver }: Place): Promise<string> {
  const { ada, dora } = peopleOf(cluster)
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
  await until(() => receiver.received.some(({ text }) => text.includes('"quick"')))
  const delivered = performance.now() - since
  if (isSoak) {
    assert.ok(started < 1_000, 'a job of another workspace starts within a second')
    assert.ok(delivered < 2_000, 'a webhook of another workspace is delivered within two seconds')
  }
  return `started after ${started.toFixed(0)} ms, delivered after ${delivered.toFixed(0)} ms`
}

/** At a live host; killed ones have come back at other addresses. */
function peopleOf({ people: { ada, dora }, hosts: [first] }: Cluster): Readonly<Record<'ada' | 'dora', Visitor>> {
  assert.ok(first)
  return { ada: ada.at(first.url), dora: dora.at(first.url) }
}

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
