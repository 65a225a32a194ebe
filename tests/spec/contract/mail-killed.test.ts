import assert from 'node:assert/strict'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { bundledProgram } from '../../../packages/cli/src/build/testing/bundled-program.ts'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { startPeer, type AcceptedMessage, type Peer } from '../../../plugins/mail/server/testing/send-lab.ts'
import type { MailOrder, MailReport } from '../lab/mail-process.ts'

const rounds = process.env['HOST_SOAK'] === '1' ? 500 : 20
const messagesOfRound = 3

/** Moments of a session at which the host is killed: before and after the server has the message. */
const moments = ['connect', 'sender', 'recipient', 'message', 'reply'] as const

type Moment = (typeof moments)[number]

/** A server that kills the process that is connected, at one moment of one of its sessions. */
class KillingPeer {
  child: ChildProcess | undefined
  /** The moment, and how many times it passes before. */
  plan: { readonly moment: Moment; passes: number } | undefined

  async start(context: TestContext): Promise<Peer> {
    const reply = { code: 250, enhanced: '2.0.0', text: 'Stored' }
    const accepted: AcceptedMessage[] = []
    const { server } = await startPeer(context, {
      onConnect: async () => await this.#reach('connect'),
      onMailFrom: async () => await this.#reach('sender'),
      onRecipient: async () => await this.#reach('recipient'),
      onMessage: async (_session, { sender, recipients }, bytes) => {
        accepted.push({ from: sender, to: recipients, text: `${bytes.length}` })
        await this.#reach('message')
        // The kill comes while the reply is on its way.
        void this.#reach('reply')
        return reply
      },
    })
    return { server, accepted }
  }

  async #reach(moment: Moment): Promise<'accepted'> {
    const { plan, child } = this
    if (plan?.moment === moment && plan.passes-- === 0) {
      child?.kill('SIGKILL')
      if (moment !== 'reply') await closed(child)
    }
    return 'accepted'
  }
}

async function closed(child: ChildProcess | undefined): Promise<void> {
  if (child !== undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const [sqlite] = testDatabases
test(`a process killed while it sends loses no message and sends none twice (${rounds} kills)`, async (context) => {
  assert.ok(sqlite)
  await using database = await sqlite.create()
  const killer = new KillingPeer()
  const { server, accepted } = await killer.start(context)
  const common = { url: database.url, port: server.port }
  let place: MailReport['place'] | undefined
  const queued: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const moment = moments[round % moments.length] ?? 'message'
    killer.plan = { moment, passes: Math.floor(round / moments.length) % messagesOfRound }
    const subjects = Array.from({ length: messagesOfRound }, (_, at) => `r${round}-${at}`)
    const reports = await run(killer, { ...common, place, subjects, isLast: false })
    place ??= reports[0]?.place
    queued.push(...reports.flatMap((each) => each.queued ?? []))
  }
  killer.plan = undefined
  const reports = await run(killer, { ...common, place, subjects: [], isLast: true })
  const results = new Map(reports.at(-1)?.results)
  const times = new Map<string, number>()
  for (const subject of accepted.flatMap(({ to }) => to.map((address) => address.split('@')[0] ?? ''))) {
    times.set(subject, (times.get(subject) ?? 0) + 1)
  }
  const found = new Map<string, number>()
  for (const subject of new Set([...queued, ...results.keys()])) {
    const [state, count] = [results.get(subject), times.get(subject) ?? 0]
    const isRight = state === 'delivered' ? count === 1 : state === 'unknown' && count <= 1
    assert.ok(isRight, `${subject} is ${state}, and was accepted ${count} times`)
    const key = `${state} ${count}`
    found.set(key, (found.get(key) ?? 0) + 1)
  }
  context.diagnostic(JSON.stringify(Object.fromEntries(found)))
  assert.ok((found.get('unknown 1') ?? 0) > 0)
  assert.ok((found.get('delivered 1') ?? 0) > queued.length / 2)
})

/** Runs a process until it has nothing to do or is killed. @returns its reports */
async function run(killer: KillingPeer, order: MailOrder): Promise<readonly MailReport[]> {
  const program = await bundledProgram(join(import.meta.dirname, '../lab/mail-process.ts'))
  const child = fork(program, [JSON.stringify(order)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  killer.child = child
  const reports: MailReport[] = []
  child.on('message', (report) => void reports.push(report as MailReport))
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  assert.equal(signal, 'SIGKILL', 'the process ends by nothing but a kill')
  return reports
}
