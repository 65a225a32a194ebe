import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabases } from '../../../packages/host/src/db/testing/test-databases.ts'
import { startPeer } from '../../../plugins/mail/server/testing/send-lab.ts'
import { startSendingHost } from '../lab/sending-host.ts'

const messages = 24
const postgres = testDatabases.find(({ dialect }) => dialect === 'postgres')

test('two hosts on one database send each message once, and none is left', async (context) => {
  assert.ok(postgres)
  await using database = await postgres.create()
  await using one = await startSendingHost(database.url)
  await using two = await startSendingHost(database.url)
  const { server, accepted } = await startPeer(context)
  const place = await one.makePlace(server.port)
  const subjects = Array.from({ length: messages }, (_, at) => `m${at}`)
  const queueAt = async (subject: string, at: number) =>
    await (at % 2 === 0 ? one : two).queue(place, { subject, to: [`${subject}@d${at % 5}.example`] })
  await Promise.all(subjects.map(queueAt))
  const isOver = async (): Promise<boolean> =>
    (await one.results(place)).every(([, state]) => state !== 'waiting' && state !== 'deferred')
  while (!(await isOver())) await Promise.all([one.spec.host.settleJobs(), two.spec.host.settleJobs()])
  assert.deepEqual(
    accepted.flatMap(({ to }) => to.map((address) => address.split('@')[0])).toSorted(),
    subjects.toSorted(),
  )
  const results = await two.results(place)
  assert.deepEqual([results.length, new Set(results.map(([, state]) => state))], [messages, new Set(['delivered'])])
})
