import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { testDatabases } from '@host/host/testing/database/test-databases'
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
  const received = accepted.flatMap(({ to }) => to.map((address) => address.split('@')[0] ?? ''))
  assert.deepEqual(received.toSorted(), subjects.toSorted())
  const results = await two.results(place)
  assert.deepEqual([results.length, new Set(results.map(([, state]) => state))], [messages, new Set(['delivered'])])
})

test('a host that stops hands back what it has not sent, and says of the rest that it is unknown', async (context) => {
  const sqlite = testDatabases.find(({ dialect }) => dialect === 'sqlite')
  assert.ok(sqlite)
  await using database = await sqlite.create()
  const held = Promise.withResolvers<void>()
  const reached = { sender: 0, message: 0 }
  const { server, accepted } = await startPeer(context, {
    onMailFrom: async (): Promise<'accepted'> => {
      if (reached.sender++ === 1) await held.promise
      return 'accepted'
    },
    onMessage: async () => {
      if (reached.message++ === 0) await held.promise
      return { code: 250, enhanced: '2.0.0', text: 'Stored' }
    },
  })
  const one = await startSendingHost(database.url)
  const place = await one.makePlace(server.port)
  await one.queue(place, { subject: 'sent', to: ['ada@one.example'] })
  while (reached.message === 0) await nextTurn()
  await one.queue(place, { subject: 'waiting', to: ['bob@two.example'] })
  while (reached.sender < 2) await nextTurn()
  await one[Symbol.asyncDispose]()
  held.resolve()
  await using two = await startSendingHost(database.url)
  await two.spec.host.settleJobs()
  assert.deepEqual(Object.fromEntries(await two.results(place)), { sent: 'unknown', waiting: 'delivered' })
  assert.deepEqual([reached.message, accepted.length], [2, 0])
})
