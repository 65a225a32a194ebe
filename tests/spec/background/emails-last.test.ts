/** Emails of a host that is killed after its answer, before or while it sends them. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClusterKind } from '../lab/cluster.ts'
import { briefly, startMailCluster, type MailCluster } from '../lab/mail-cluster.ts'
import { emailOf, password } from '../lab/people.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const kills = isSoak ? 50 : 2

const kinds: readonly ClusterKind[] = [
  { name: 'sqlite', dialect: 'sqlite', size: 1 },
  { name: 'postgres', dialect: 'postgres', size: isSoak ? 2 : 1 },
]

for (const kind of kinds) {
  describe(`on ${kind.name}`, () => {
    test('§P81 §I73 emails outlast the kills of their hosts', async (t) => {
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

/** @returns the outcome */
async function survivesKills(lab: MailCluster): Promise<string> {
  assert.equal(await lab.call(lab.cluster.people.ada, 'PUT /api/instance/sign-in', { registration: true }), 204)
  const expected: string[] = []
  for (let round = 0; round < kills; round += 1) {
    lab.hold(true)
    expected.push(...(await causeEmails(lab, round)))
    // In whichever step the jobs are by then.
    // A real wait: the host is killed at any moment of its work.
    await pause(Math.random() * 30)
    await lab.restart()
    lab.hold(false)
    await lab.untilSent()
  }
  assert.deepEqual(lab.mail.emails.map(briefly).toSorted(), expected.toSorted(), 'each arrived, and once')
  return `${kills} kills, ${expected.length} emails, each arrived once`
}

/** Makes calls that send an email each. @returns the emails */
async function causeEmails({ cluster, call }: MailCluster, round: number): Promise<readonly string[]> {
  const { ada, eve } = cluster.people
  const [noted, invited, registered] = ['noted', 'invited', 'registered'].map((word) => `${word}-${round}@example.test`)
  const known = emailOf(['ada', 'ben', 'cleo', 'dora', 'eve'][round % 5] ?? '')
  const statuses = await Promise.all([
    call(ada, 'POST /api/x/works/emails', { to: noted }),
    call(ada, 'POST /api/invitations', { emails: [invited], role: 'member' }),
    call(eve, 'POST /api/auth/register', { email: registered, name: 'New', password }),
    call(eve, 'POST /api/auth/forgot', { email: known }),
    call(eve, 'POST /api/auth/forgot', { email: `unknown-${round}@example.test` }),
  ])
  assert.deepEqual(statuses, [201, 201, 202, 202, 202])
  return [
    `${noted}: Noted`,
    `${invited}: ada invites you to Home`,
    `${registered}: Verify your email address`,
    `${known}: Set a new password`,
  ]
}

async function repeatsMessageId(lab: MailCluster): Promise<void> {
  const killed = Promise.withResolvers<void>()
  lab.onNextArrival(async () => {
    await lab.cluster.hosts[0]?.kill()
    killed.resolve()
  })
  const to = 'twice@example.test'
  assert.equal(await lab.call(lab.cluster.people.ada, 'POST /api/x/works/emails', { to }), 201)
  await killed.promise
  await lab.restart()
  await lab.untilSent()
  const copies = lab.mail.emails.filter((email) => email.to.includes(to))
  assert.deepEqual([copies.length, new Set(copies.map(({ mail }) => mail.messageId)).size], [2, 1])
}
