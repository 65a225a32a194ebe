/** Whether a webhook of a workspace arrives while all workspaces of another person wait for a server that never answers. */
import assert from 'node:assert/strict'
import { loadavg } from 'node:os'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { clusterKinds, startCluster, type Cluster } from '../lab/cluster.ts'
import { until } from '@host/host/testing/until'
import type { Answer, Visitor } from '../lab/visitor.ts'
import { startReceiver, type WebhookReceiver } from '../lab/webhook-receiver.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const workspaces = isSoak ? 180 : 6
const rounds = isSoak ? 20 : 1
const eventsEach = 8
/** Half of the slots that all owners share: the most that one owner gets of them. */
const most = 16
/** An owner whose requests are slow has fewer. */
const fewest = isSoak ? 4 : most

for (const kind of clusterKinds.map((each) => ({ ...each, name: `one host on ${each.dialect}`, size: 1 }))) {
  test(`§P71 ${kind.name}: ${workspaces} workspaces of one person with a silent endpoint each leave another tenant's deliveries alone`, async (t) => {
    await using receiver = await startReceiver()
    await using cluster = await startCluster(kind, { env: { SPEC_WORKS: '1', HOST_SAFEHTTP_ALLOW: '127.0.0.1/32' } })
    const { ada, dora } = cluster.people
    const limit = { values: { ownedPerPerson: workspaces + 1 } }
    await expect(200, ada.send('PUT', '/api/instance/settings/instance', { body: limit }))
    await addEndpoint(dora, receiver.url)
    await crowd(cluster, receiver)
    await until(() => receiver.waiting >= fewest)
    const delivered: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      // A real wait: a soak measures deliveries that are a second apart.
      if (isSoak) await pause(1_000)
      const since = performance.now()
      await note(dora, [`neighbor-${round}-`])
      await until(() => receiver.received.some(({ text }) => text.includes(`"neighbor-${round}-"`)))
      delivered.push(performance.now() - since)
    }
    assert.ok(receiver.waiting > 0 && receiver.waiting <= most, `${receiver.waiting} requests wait at once`)
    const [longest, mean] = [Math.max(...delivered), delivered.reduce((sum, each) => sum + each, 0) / rounds]
    const figures = `delivered after ${mean.toFixed(0)} ms on average, ${longest.toFixed(0)} ms at most, ${receiver.waiting} requests waiting, load ${loadavg()[0]?.toFixed(1)}`
    t.diagnostic(figures)
    if (isSoak) assert.ok(longest < 2_000, figures)
    // A host that stops would wait for the endpoints that never answer.
    await Promise.all(cluster.hosts.map((host) => host.kill()))
  })
}

/** Gives one person the workspaces, each with a silent endpoint and events for it. */
async function crowd({ people: { eve } }: Cluster, receiver: WebhookReceiver): Promise<void> {
  for (let each = 0; each < workspaces; each += 1) {
    const { id } = await expect<{ id: string }>(201, eve.post('/api/workspaces', { name: `Crowd ${each}` }))
    await expect(200, eve.post('/api/auth/switch', { workspaceId: id }))
    await eve.refresh()
    await addEndpoint(eve, receiver.silentUrl)
    await note(
      eve,
      Array.from({ length: eventsEach }, (_, at) => `crowd-${each}-${at}`),
    )
  }
}

async function addEndpoint(admin: Visitor, url: string): Promise<void> {
  await expect(201, admin.post('/api/webhooks', { url, events: ['work.noted'] }))
}

async function note(author: Visitor, tags: readonly string[]): Promise<void> {
  await expect(201, author.post('/api/x/works/notes', { tags }))
}

async function expect<Body>(status: number, answering: Promise<Answer<Body>>): Promise<Body> {
  const answer = await answering
  assert.equal(answer.status, status, JSON.stringify(answer.body))
  return answer.body
}
