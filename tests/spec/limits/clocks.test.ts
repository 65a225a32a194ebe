/** The machine's clock is set, forwards and backwards, while people write. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertFresh, assertReplay } from '../lab/assert-answers.ts'
import { clusterKinds, startCluster, type Cluster } from '../lab/cluster.ts'
import { until } from '@host/host/testing/until'
import { emailOf, password } from '../lab/people.ts'
import { startWriting, type WriteLoad } from '../lab/write-load.ts'

const hour = 60 * 60_000
const day = 24 * hour
const year = 365 * day

const moves: readonly (readonly [name: string, ahead: number])[] = [
  ['a day ahead', day],
  ['right again', 0],
  ['an hour behind', -hour],
  ['a year ahead', year],
  ['a year behind', -year],
  ['right at last', 0],
]

for (const kind of clusterKinds) {
  describe(kind.name, () => {
    test('§8.4 a clock that moves may end sessions, but ends no host, loses nothing and doubles nothing', async () => {
      await using cluster = await startCluster(kind, { program: 'ledger' })
      await using load = startWriting(cluster, 'clock')
      let before = 0
      for (const [name, ahead] of moves) {
        await until(() => load.acknowledged > 0)
        const tag = name.replaceAll(' ', '-')
        const keyed = { order: { tag }, key: tag }
        const first = assertFresh(await cluster.send(cluster.people.ada, keyed), 201)
        for (const host of cluster.hosts) {
          await host.tell({ machineAhead: ahead })
          await pauseFor(load)
        }
        await goOn(cluster, load)
        if (ahead - before < day) assertReplay(await cluster.send(cluster.people.ada, keyed), first)
        before = ahead
        for (const { hasEnded } of cluster.hosts) assert.equal(hasEnded, false)
      }
      await load.stop()
      const statuses = new Set(load.refusals.map(({ status }) => status))
      assert.ok(statuses.has(401), 'a session ended when its time was over')
      // 403 comes between signing in and learning the new session's token.
      const allowed = (status: number): boolean => status === 401 || status === 403 || status >= 500
      assert.deepEqual(
        [...statuses].filter((status) => !allowed(status)),
        [],
      )
      await load.assertKept()
    })
  })
}

/** Sends some requests to a host whose clock differs from the others. */
async function pauseFor(load: WriteLoad): Promise<void> {
  const before = load.acknowledged + load.refusals.length
  await until(() => load.acknowledged + load.refusals.length >= before + 20)
}

/** Signs in again, as a user does after an expired session, and waits until writes succeed. */
async function goOn({ people }: Cluster, load: WriteLoad): Promise<void> {
  await people.ada.signIn(emailOf('ada'), password)
  const before = load.acknowledged
  await until(() => load.acknowledged >= before + 20)
}
