/** Emails whose host is killed after it has answered, and before or while it sends them. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ClusterKind } from '../lab/cluster.ts'
import { byReader, startMailCluster, type MailCluster } from '../lab/mail-cluster.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const kills = isSoak ? 50 : 2

const kinds: readonly ClusterKind[] = [
  { name: 'sqlite', dialect: 'sqlite', size: 1 },
  { name: 'postgres', dialect: 'postgres', size: isSoak ? 2 : 1 },
]

for (const kind of kinds) {
  describe(`on ${kind.name}`, () => {
    test('§P81 emails outlast the kills of their hosts', async (t) => {
      await using lab = await startMailCluster(kind)
      await t.test('a kill between the answer and the email loses none, and each is sent once', async (each) =>
        each.diagnostic(await survivesKills(lab)),
      )
      // The same on both databases.
      if (kind.dialect !== 'sqlite' && !isSoak) return
      await t.test('a kill between the acceptance and the end of the job sends the same Message-ID again', () =>
        repeatsMessageId(lab),
      )
    })
  })
}

/** @returns what came of it */
async function survivesKills(lab: MailCluster): Promise<string> {
  const expected: string[] = []
  for (let round = 0; round < kills; round += 1) {
    lab.hold(true)
    expected.push(...(await causeEmails(lab, round)))
    await lab.restart()
    lab.hold(false)
    await lab.untilSent()
  }
  const arrived = byReader(lab.mail.letters)
  assert.deepEqual([...arrived.keys()].toSorted(), expected.toSorted(), 'none is lost')
  for (const [address, copies] of arrived) assert.equal(copies.length, 1, `${address} got one copy`)
  return `${kills} kills, ${expected.length} emails, each arrived once`
}

/** Makes calls that send an email each. @returns whom to */
async function causeEmails({ cluster, post }: MailCluster, round: number): Promise<readonly string[]> {
  const noted = `noted-${round}@example.test`
  assert.equal(await post(cluster.people.ada, '/api/x/works/emails', { to: noted }), 201)
  return [noted]
}

async function repeatsMessageId(lab: MailCluster): Promise<void> {
  const killed = Promise.withResolvers<void>()
  lab.onNextArrival(async () => {
    await lab.cluster.hosts[0]?.kill()
    killed.resolve()
  })
  const to = 'twice@example.test'
  assert.equal(await lab.post(lab.cluster.people.ada, '/api/x/works/emails', { to }), 201)
  await killed.promise
  await lab.restart()
  await lab.untilSent()
  const copies = byReader(lab.mail.letters).get(to) ?? []
  assert.deepEqual([copies.length, new Set(copies.map(({ mail }) => mail.messageId)).size], [2, 1])
}
