/** `kill -9` at random moments, of hosts that do jobs, tell of events and send webhooks. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clusterKinds, startCluster, until, type Cluster } from '../lab/cluster.ts'
import { startReceiver, type WebhookReceiver } from '../lab/webhook-receiver.ts'
import { assertDone, claimedBy, startNoting, untilDone } from '../lab/work-load.ts'

const rounds = process.env['HOST_SOAK'] === '1' ? 200 : 4

for (const kind of clusterKinds) {
  describe(kind.name, () => {
    test('work that was accepted is done although hosts are killed: nothing is lost, and what was done is not done again', async (t) => {
      await using receiver = await startReceiver()
      await using cluster = await startCluster(kind, {
        env: { SPEC_WORKS: '1', HOST_SAFEHTTP_ALLOW: '127.0.0.1/32' },
      })
      await addEndpoint(cluster, receiver)
      const load = startNoting(cluster)
      const inFlight = new Set<string>()
      for (let round = 0; round < rounds; round += 1) {
        const enough = load.accepted.size + 10 + Math.floor(Math.random() * 40)
        await until(() => load.accepted.size >= enough)
        for (const id of await killOne(cluster)) inFlight.add(id)
      }
      await load.stop()
      await untilDone(cluster)
      const { done, doubled } = await assertDone(cluster, receiver, { accepted: load.accepted, inFlight })
      t.diagnostic(`${rounds} kills, ${done} done, ${inFlight.size} in flight at a kill, ${doubled} done twice`)
    })
  })
}

async function addEndpoint({ people }: Cluster, receiver: WebhookReceiver): Promise<void> {
  const body = { url: receiver.url, events: ['work.noted'] }
  const answer = await people.ada.post('/api/webhooks', body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
}

/** Kills one host and starts it anew. @returns what was in flight on it */
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
