/** Mail that is received by SMTP, by hosts that are killed, have no disk left, or share a database. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { RawClient } from '../../../packages/email/src/smtp/testing/raw-client.ts'
import { PostgresProcess } from '@host/host/testing/database/postgres-process'
import { serverOf } from '@host/host/testing/database/postgres-server'
import { postgresOn } from '@host/host/testing/database/test-databases'
import { startCluster, type Cluster, type ClusterOptions } from '../lab/cluster.ts'
import { until } from '@host/host/testing/until'
import {
  countSubjects,
  dialogueOf,
  freePort,
  mailbox,
  MailClient,
  messageOf,
  openMailbox,
  receivingOn,
  sendAll,
} from '../lab/mail-receiver.ts'

const rounds = process.env['HOST_SOAK'] === '1' ? 500 : 10
const stored = '250 2.0.0'

async function receivingCluster(
  dialect: 'sqlite' | 'postgres',
  options: Pick<ClusterOptions, 'largestFile' | 'product'> = {},
) {
  const port = await freePort()
  const kind = { name: `mail on ${dialect}`, dialect, size: 1 } as const
  const cluster = await startCluster(kind, { env: receivingOn(port), ...options })
  await openMailbox(cluster.database, cluster.people.ada)
  return { cluster, port }
}

/** Sends messages, and kills the host at any byte of them, or while it works on them. @returns those without an answer */
async function killWhileReceiving(cluster: Cluster, port: number, subjects: readonly string[]) {
  const bytes = dialogueOf(subjects.map((subject) => messageOf(subject, 3_000)))
  const client = await MailClient.connect(port)
  await client.send(bytes.slice(0, Math.ceil(Math.random() * bytes.length)))
  // A real wait: the host is killed at any moment of its work.
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
    const { cluster, port } = await receivingCluster('sqlite', { largestFile: 6_000_000 })
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

  test('a database that goes away in a session answers 451 to what it can not store, and takes it when it is back', async () => {
    const server = await PostgresProcess.create()
    await using stack = new AsyncDisposableStack()
    stack.defer(async () => await server.end('immediate'))
    const { cluster, port } = await receivingCluster('postgres', { product: postgresOn(await serverOf(server)) })
    stack.use(cluster)
    assert.deepEqual(await sendAll(port, [messageOf('before')]), [stored])
    const client = await RawClient.connect(port)
    const envelope = `MAIL FROM:<a@sender.example>\r\nRCPT TO:<${mailbox}>\r\n`
    client.send(`EHLO client.example\r\n${envelope}`)
    assert.deepEqual(await client.codes(4), ['220', '250', '250 2.1.0', '250 2.1.5'])
    await server.end('killed')
    client.send(`DATA\r\n${messageOf('during')}.\r\n`)
    assert.deepEqual(await client.codes(2), ['354', '451 4.3.0'])
    client.send(`RSET\r\n${envelope}`)
    assert.deepEqual(await client.codes(3), ['250 2.0.0', '250 2.1.0', '451 4.3.0'])
    await server.start()
    // The same session goes on: nothing of it depends on the connection that was lost.
    await until(async () => {
      client.send(`RCPT TO:<${mailbox}>\r\n`)
      return (await client.codes(1))[0] === '250 2.1.5'
    })
    client.send(`DATA\r\n${messageOf('during')}.\r\nQUIT\r\n`)
    assert.deepEqual((await client.codes(2))[1], stored)
    assert.deepEqual(
      await countSubjects(cluster.database),
      new Map([
        ['before', 1],
        ['during', 1],
      ]),
    )
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
