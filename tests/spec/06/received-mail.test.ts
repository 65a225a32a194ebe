/** Mail that is received by SMTP, by hosts that are killed, have no disk left, or share a database. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startCluster, type Cluster } from '../lab/cluster.ts'
import {
  countSubjects,
  dialogueOf,
  freePort,
  MailClient,
  messageOf,
  openMailbox,
  receivingOn,
  sendAll,
} from '../lab/mail-receiver.ts'

const rounds = process.env['HOST_SOAK'] === '1' ? 500 : 20
const stored = '250 2.0.0'

async function receivingCluster(dialect: 'sqlite' | 'postgres', largestFile?: number) {
  const port = await freePort()
  const kind = { name: `mail on ${dialect}`, dialect, size: 1 } as const
  const cluster = await startCluster(kind, { env: receivingOn(port), largestFile })
  await openMailbox(cluster.database, cluster.people.ada)
  return { cluster, port }
}

/** Sends messages, and kills the host at any byte of them, or while it works on them. @returns those without an answer */
async function killWhileReceiving(cluster: Cluster, port: number, subjects: readonly string[]) {
  const bytes = dialogueOf(subjects.map((subject) => messageOf(subject, 3_000)))
  const client = await MailClient.connect(port)
  await client.send(bytes.slice(0, Math.ceil(Math.random() * bytes.length)))
  await pause(Math.random() * 40)
  await cluster.hosts[0]?.kill()
  const answered = await client.outcomes()
  assert.ok(answered.every((outcome) => outcome === stored))
  return subjects.slice(answered.length)
}

suite('received mail', () => {
  test(`a host that is killed ${rounds} times while it receives loses no answered message, and stores none twice`, async () => {
    const { cluster, port } = await receivingCluster('sqlite')
    await using _ended = cluster
    const all: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      const subjects = Array.from({ length: 6 }, (_, at) => `r${round}m${at}`)
      all.push(...subjects)
      const left = await killWhileReceiving(cluster, port, subjects)
      await cluster.start(0, { env: { ...receivingOn(port), SPEC_ONLY: 'mail' } })
      const counts = await countSubjects(cluster.database)
      for (const subject of all.filter((each) => !left.includes(each))) assert.equal(counts.get(subject), 1, subject)
      // As a mail server does with those that it has no answer for.
      const outcomes = await sendAll(
        port,
        left.map((subject) => messageOf(subject, 3_000)),
      )
      assert.deepEqual(
        outcomes,
        left.map(() => stored),
      )
    }
    assert.deepEqual(await countSubjects(cluster.database), new Map(all.toSorted().map((subject) => [subject, 1])))
  })

  test("a database file that can't grow refuses messages for now, loses none, and takes them when there is room", async () => {
    const { cluster, port } = await receivingCluster('sqlite', 6_000_000)
    await using _ended = cluster
    const sent: { readonly subject: string; readonly outcome: string | undefined }[] = []
    while (sent.length < 100 && sent.filter(({ outcome }) => outcome !== stored).length < 3) {
      const subject = `full${sent.length}`
      const [outcome] = await sendAll(port, [messageOf(subject, 200_000)])
      sent.push({ subject, outcome })
    }
    assert.ok(sent.length > 3)
    const refused = sent.filter(({ outcome }) => outcome !== stored)
    assert.deepEqual(new Set(refused.map(({ outcome }) => outcome)), new Set(['451 4.3.0']))
    await cluster.hosts[0]?.unlimit()
    const again = await sendAll(
      port,
      refused.map(({ subject }) => messageOf(subject, 200_000)),
    )
    assert.deepEqual(
      again,
      refused.map(() => stored),
    )
    const counts = await countSubjects(cluster.database)
    assert.deepEqual(
      [...counts].filter(([, many]) => many !== 1),
      [],
    )
    assert.equal(counts.size, sent.length)
  })

  test('two hosts on one database that get the same messages at once store each once', async () => {
    const { cluster, port } = await receivingCluster('postgres')
    await using _ended = cluster
    const second = await freePort()
    await cluster.start(1, { env: receivingOn(second) })
    const messages = Array.from({ length: 10 }, (_, at) => messageOf(`twice${at}`))
    const outcomes = await Promise.all([port, second].map((each) => sendAll(each, messages)))
    assert.deepEqual(outcomes.flat(), Array(20).fill(stored))
    assert.deepEqual(await countSubjects(cluster.database), new Map(messages.map((_, at) => [`twice${at}`, 1])))
  })
})
