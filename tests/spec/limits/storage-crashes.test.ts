/** `kill -9` at random moments, of hosts that write and of hosts that start. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clusterKinds, startCluster, type Cluster } from '../lab/cluster.ts'
import { until } from '@host/host/testing/until'
import { startWriting } from '../lab/write-load.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const rounds = isSoak ? 1_000 : 5

for (const kind of clusterKinds) {
  describe(kind.name, () => {
    test('§3.8 a host killed while it writes loses no acknowledged write, doubles none, and continues', async () => {
      await using cluster = await startCluster(kind, { program: 'ledger' })
      for (let round = 0; round < rounds; round += 1) {
        await using load = startWriting(cluster, `round-${round}`)
        const victim = Math.floor(Math.random() * kind.size)
        const enough = load.acknowledged + 20 + Math.floor(Math.random() * 80)
        await until(() => load.acknowledged >= enough)
        await kill(cluster, victim)
        await assertSound(cluster)
        await cluster.start(victim)
        const again = load.acknowledged + 20
        await until(() => load.acknowledged >= again)
        await load.stop()
        await load.assertKept()
      }
    })
  })
}

async function kill(cluster: Cluster, victim: number): Promise<void> {
  const host = cluster.hosts[victim]
  assert.ok(host)
  await host.kill()
  if (cluster.hosts.length > 1) await cluster.endLease(host)
}

/** SQLite finds its file whole, before a host has opened it again. */
async function assertSound({ database, hosts }: Cluster): Promise<void> {
  if (hosts.length > 1) return
  const opened = await database.open()
  const { rows } = await opened.run({ sql: 'pragma integrity_check', parameters: [], writes: false })
  await opened.close()
  assert.deepEqual(rows, [{ integrity_check: 'ok' }])
}
