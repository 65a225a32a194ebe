/**
 * A host in a process of its own that rotates the keys of a sending domain and kills itself on the way:
 * `node rotation-process.ts <order in JSON>`.
 *
 * The first process sets a domain up until its first keys sign. One after it goes on with a phase. Between two phases the test serves the records of the provider, and the
 * clock moves on. At a given point, a commit or either side of a write at the provider, it kills itself.
 */
import { once } from 'node:events'
import { Edge } from '@host/plugin/platform'
import { Database } from '../../../packages/host/src/database/database.ts'
import { dnsUser, endOf, addZone, zone } from './dns-lab.ts'
import { fileDnsProvider } from './file-dns-provider.ts'
import { emailOf, password } from './people.ts'
import { startSpecHost } from './spec-host.ts'

/** What the process does. */
export interface RotationOrder {
  readonly url: string
  /** Of the provider. */
  readonly file: string
  readonly environment: Readonly<Record<string, string>>
  /** Milliseconds since 1970. */
  readonly start: number
  /** Undefined for the process that sets everything up. */
  readonly place?: RotationPlace | undefined
  readonly endsAfterSetUp: boolean
  readonly phase: number
  /** Points until the kill; undefined for none. */
  readonly killAt: number | undefined
}

export interface RotationPlace {
  readonly orgId: string
  readonly senderId: string
}

/** Sent before each phase; the test answers when the records are served. The last one has no phase. */
export interface RotationReport {
  readonly place: RotationPlace
  readonly phase: number
  readonly stages: readonly string[]
  readonly points: number
}

const hour = 3_600_000
/** Hours before each phase: new keys, their records, the switch, the end of the former ones, and of their records. */
export const phases = [31 * 24, 2, 49, 7 * 24, 2] as const

const order = JSON.parse(process.argv[2] ?? '') as RotationOrder
let now = order.start
let points = 0
let isCounting = false

async function point(): Promise<void> {
  if (!isCounting) return
  points += 1
  if (points === order.killAt) await end()
}

const transaction = Database.prototype.transaction
Database.prototype.transaction = async function counted(this: Database, ...given: Parameters<typeof transaction>) {
  const result = await transaction.apply(this, given)
  await point()
  return result
} as typeof transaction

const user = dnsUser(fileDnsProvider({ file: order.file, zone, onPoint: point }))
const host = await startSpecHost({
  at: { url: order.url },
  environment: { HOST_PUBLIC_URL: 'http://host.test', ...order.environment },
  plugins: [user.plugin],
  clock: () => now,
})
const place = order.place ?? (await setUp())
if (order.endsAfterSetUp) await end()
isCounting = true
for (let phase = order.phase; phase < phases.length; phase += 1) {
  await report(phase)
  now = order.start + hour * phases.slice(0, phase + 1).reduce((sum, hours) => sum + hours, 0)
  await host.host.settleJobs()
}
await report(phases.length)
await end()

async function end(): Promise<void> {
  process.kill(process.pid, 'SIGKILL')
  await new Promise(() => undefined)
}

async function report(phase: number): Promise<void> {
  const { body } = await (await signIn()).get<{ keys: { stage: string }[] }>(`/api/x/mail/senders/${place.senderId}`)
  const message: RotationReport = { place, phase, stages: body.keys.map(({ stage }) => stage), points }
  process.send?.(message)
  await once(process, 'message')
}

async function signIn() {
  const wasCounting = isCounting
  isCounting = false
  const visitor = await host.visitor().signIn(emailOf('ada'), password)
  isCounting = wasCounting
  return visitor
}

async function setUp(): Promise<RotationPlace> {
  const { ada } = await host.people()
  const { orgId } = await addZone(ada)
  await host.host.lookup(Edge)?.prove(orgId, zone)
  const { body } = await ada.post<{ id: string }>('/api/x/mail/senders', { domain: zone })
  const planned = await ada.post<{ changesetId: string }>(`/api/x/mail/senders/${body.id}/plan`, {})
  const changesets = user.changesets()
  const { changesetId } = planned.body
  const plan = await changesets.find(orgId, changesetId)
  const confirmations = (plan?.warnings ?? []).flatMap(({ confirm }) => confirm ?? [])
  await changesets.approve(orgId, changesetId, { userId: 'usr_test', hash: plan?.hash ?? '', confirmations })
  await changesets.apply(orgId, changesetId)
  await endOf(changesets, orgId, changesetId)
  const made = { orgId, senderId: body.id }
  process.send?.({ place: made, phase: -1, stages: [], points } satisfies RotationReport)
  await once(process, 'message')
  await ada.post(`/api/x/mail/senders/${body.id}/check`, {})
  await ada.send('PATCH', `/api/x/mail/senders/${body.id}`, { body: { rotateDays: 30 } })
  return made
}
