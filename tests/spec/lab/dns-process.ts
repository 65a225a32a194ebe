/**
 * A host in a process of its own that kills itself at a point of an apply: `node dns-process.ts <order in JSON>`.
 *
 * It first recovers what the process before it left: it compares every record set with the file of the provider, then
 * finishes or reverts the changeset. Then it reports, and applies a changeset until it is killed.
 */
import assert from 'node:assert/strict'
import { addZone, appliedChanges, dnsUser, endOf, textSet, zone } from './dns-lab.ts'
import { fileDnsProvider, readSets } from './file-dns-provider.ts'
import { emailOf, password } from './people.ts'
import { startSpecHost } from './spec-host.ts'
import type { Visitor } from './visitor.ts'

/** What the process does. */
export interface DnsOrder {
  readonly url: string
  /** Of the provider. */
  readonly file: string
  /** The zone, once there is one. */
  readonly place?: DnsPlace | undefined
  /** The changeset that the process before has left. */
  readonly left?: string | undefined
  readonly choice: 'finish' | 'revert'
  /** The call of the provider at which it kills itself, in the apply. */
  readonly killAt: number
  readonly value: number
}

/** The zone that each process of a database knows. */
export interface DnsPlace {
  readonly id: string
  readonly orgId: string
}

/** Sent before the changeset that is applied until the kill. */
export interface DnsReport {
  readonly place: DnsPlace
  readonly applies: string
  /** The state in which the changeset of the process before was found. */
  readonly found: string | undefined
}

const order = JSON.parse(process.argv[2] ?? '') as DnsOrder
let left = Number.POSITIVE_INFINITY

const user = dnsUser(
  fileDnsProvider({
    file: order.file,
    zone,
    onPoint: async () => {
      left -= 1
      if (left > 0) return
      process.kill(process.pid, 'SIGKILL')
      await new Promise(() => undefined)
    },
  }),
)
const host = await startSpecHost({
  at: { url: order.url },
  environment: { HOST_PUBLIC_URL: 'http://host.test' },
  plugins: [user.plugin],
})
const ada = await newcomer()
const place = order.place ?? (await addZone(ada))
const { id, orgId } = place
const changesets = user.changesets()

const found = order.left === undefined ? undefined : await recover(order.left)
const sets = ['one', 'two', 'three'].map((name) => textSet(name, `${order.value}`))
const planned = await user.dns().plan(orgId, { title: 'Change', zones: [{ zoneId: id, set: sets }] })
assert.ok(planned)
await changesets.approve(orgId, planned.id, { userId: 'usr_test', hash: planned.hash, confirmations: [zone] })
const report: DnsReport = { place, applies: planned.id, found }
await new Promise((sent) => process.send?.(report, sent))
left = order.killAt
await changesets.apply(orgId, planned.id)
await endOf(changesets, orgId, planned.id)
process.kill(process.pid, 'SIGKILL')

/** The owner of the first workspace. */
async function newcomer(): Promise<Visitor> {
  return order.place === undefined ? (await host.people()).ada : await host.visitor().signIn(emailOf('ada'), password)
}

async function recover(changeset: string): Promise<string> {
  const { state } = await endOf(changesets, orgId, changeset)
  if (state !== 'approved') await assertExplained()
  if (state === 'interrupted') {
    await end(changeset)
    await assertExplained()
  }
  return state
}

async function end(changeset: string): Promise<void> {
  if (order.choice === 'finish') {
    await changesets.finish(orgId, changeset, 'usr_test')
    assert.equal((await endOf(changesets, orgId, changeset)).state, 'applied')
    return
  }
  const revert = await changesets.revert(orgId, changeset, { title: 'Back' })
  assert.ok(revert)
  await changesets.approve(orgId, revert.id, { userId: 'usr_test', hash: revert.hash, confirmations: [zone] })
  await changesets.apply(orgId, revert.id)
  assert.equal((await endOf(changesets, orgId, revert.id)).state, 'applied')
}

/** Every record set at the provider is the one of the last applied change in the history. */
async function assertExplained(): Promise<void> {
  const explained = new Map<string, string>()
  for (const { key, after } of await appliedChanges(changesets, ada, place)) {
    if (after === 'null') explained.delete(key)
    else explained.set(key, after)
  }
  const actual = readSets(order.file).map(({ name, type, ttl, data }) => [
    `${name} ${type}`,
    JSON.stringify({ data, ttl }),
  ])
  const text = (entries: readonly (readonly string[])[]) => entries.map((entry) => entry.join(' ')).toSorted()
  assert.deepEqual(text(actual), text([...explained]))
}
