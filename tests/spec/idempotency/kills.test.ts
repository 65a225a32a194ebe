/**
 * `kill -9` at random moments under keyed load on SQLite. Each acknowledged answer is kept with its status, headers and
 * bytes, and compared with its replay after the restart; where they differ, the history of the entry is in the message.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clusterKinds, startCluster } from '../lab/cluster.ts'
import { openEntryHistory } from '../lab/entry-history.ts'
import { KeyedLoad } from '../lab/keyed-load.ts'

const kills = process.env['HOST_SOAK'] === '1' ? 5_000 : 6
/** The plugin reads its journal of runs as a whole, so a database is not used for longer. */
const killsOfOneDatabase = 100

test('§3.6 §3.8 no acknowledged answer is lost or changed when a host is killed at random moments', async () => {
  const kind = clusterKinds.find(({ dialect }) => dialect === 'sqlite') ?? assert.fail()
  for (let left = kills; left > 0; left -= killsOfOneDatabase) {
    await using cluster = await startCluster(kind, { program: 'ledger' })
    using history = openEntryHistory(cluster.database.url)
    const load = new KeyedLoad(cluster, history)
    for (let round = 0; round < Math.min(left, killsOfOneDatabase); round += 1) {
      await load.runUntilKilled(round)
      await cluster.start(0)
    }
    await load.verifyAll()
    assert.ok(load.acknowledged >= Math.min(left, killsOfOneDatabase), 'Hardly an answer came before a kill.')
  }
})
