import { definePlugin, Events, Notifications, requireService, type EventRecord, type Notification } from '@host/plugin'
import { createTestHost, memoryDnsProvider, type MemoryDnsProvider, type TestHost } from '@host/testing'
import {
  addAccount,
  addZone,
  listWatches,
  planRecords,
  readZone,
  watchRecord,
  type Watch,
  type WatchedSet,
  type ZoneDetails,
} from '../../shared.ts'
import { plugin } from '../index.ts'
import { startDnsTree, type DnsTree } from './dns-tree.ts'
import { createDnsWitness, type DnsWitness } from './dns-witness.ts'
import { acme } from './zones-lab.ts'

/** A host with a zone at a provider and in DNS, whose record sets are right; and what others see of its checks. */
export interface WatchesLab extends AsyncDisposable {
  readonly host: TestHost
  readonly tree: DnsTree
  readonly provider: MemoryDnsProvider
  readonly dns: DnsWitness
  /** The zone. */
  readonly id: string
  readonly events: readonly EventRecord[]
  readonly notifications: readonly Notification[]
  /** Has notifications fail with this error, or no longer. */
  failNotifications(error: Error | undefined): void
  list(): Promise<readonly WatchedSet[]>
  zone(): Promise<ZoneDetails>
  /** Names of events so far. */
  names(): readonly string[]
  /** How many questions were asked about a label of the zone. */
  asked(label?: string): number
  /** Watches the record set `A` of a label, or no longer. */
  watch(isWatched?: boolean, label?: string): Promise<{ readonly watch: Watch | null }>
  /** Sets the `A` records of labels in DNS, at one server or at both. */
  answer(labels: readonly string[], data: readonly string[], address?: string): void
  /** Plans and applies a change as an admin. */
  edit(edits: { readonly set?: object[]; readonly delete?: object[] }): Promise<void>
  /** Moves the clock on, and lets the jobs that are due run. */
  pass(time: Parameters<TestHost['clock']['advance']>[0]): Promise<void>
  /** That many hours, one at a time. */
  hours(count: number): Promise<void>
}

/** The records that are right. */
export const right = ['192.0.2.1']

/** Opens a laboratory. @param labels of the record sets `A` */
export async function openWatchesLab(labels: readonly string[] = ['api']): Promise<WatchesLab> {
  const tree = await startDnsTree()
  const records = labels.map((label) => ({ name: `${label}.${acme}`, type: 'A', ttl: 60, data: right }))
  const provider = memoryDnsProvider({ zones: { [acme]: records } })
  const dns = createDnsWitness(provider)
  const seen = watchesWitness()
  const host = await createTestHost({ plugins: [plugin, dns.plugin, seen.plugin], environment: tree.environment })
  const admin = host.as('admin')
  const account = await admin.call(addAccount, { provider: 'memory', label: 'M', settings: { token: 'memory-token' } })
  const { id } = await admin.call(addZone, { accountId: account.id, name: acme })
  tree.delegate(acme)
  const answer: WatchesLab['answer'] = (some, data, address) => {
    for (const label of some) tree.records(`${label}.${acme} A`, data, address)
  }
  answer(labels, right)
  const pass: WatchesLab['pass'] = async (time) => {
    host.clock.advance(time)
    await host.settleJobs()
    for (const person of ['admin', 'member', 'otherOwner'] as const) await host.as(person).signIn()
  }
  return {
    host,
    tree,
    provider,
    dns,
    id,
    events: seen.events,
    notifications: seen.notifications,
    failNotifications: seen.fail,
    answer,
    pass,
    list: async () => (await host.as('member').call(listWatches, { id, limit: 200 })).items,
    zone: () => host.as('member').call(readZone, { id }),
    names: () => seen.events.map(({ name }) => name),
    asked: (label = 'api') => tree.asked.filter(({ name }) => name.startsWith(`${label}.`)).length,
    watch: (isWatched = true, label = 'api') =>
      host.as('member').call(watchRecord, { id, name: label, type: 'A', isWatched }),
    edit: (edits) => editZone({ host, dns, id }, edits),
    hours: async (count) => {
      for (let hour = 0; hour < count; hour += 1) await pass({ hours: 1 })
    },
    [Symbol.asyncDispose]: async () => {
      await host.close()
      await tree[Symbol.asyncDispose]()
    },
  }
}

/** A plugin that notes events of background checks and notifications. */
function watchesWitness() {
  const events: EventRecord[] = []
  const notifications: Notification[] = []
  let fault: Error | undefined
  const witness = definePlugin({
    name: 'witness',
    info: { title: 'Witness', description: 'W', icon: 'eye', category: 'Work', api: '^1' },
    models: [],
    mount(_mux, ctx) {
      const service = requireService(ctx, Events)
      for (const name of ['record.verify_failed', 'record.verified', 'zone.verify_failed', 'zone.verified']) {
        service.subscribe(name.replaceAll(/[._]/g, '-'), name, async (_scope, event) => void events.push(event))
      }
      ctx.provide(Notifications, {
        notify: async (_plugin, notification) => {
          if (fault !== undefined) throw fault
          if ('title' in notification) notifications.push(notification)
        },
      })
    },
  })
  return { plugin: witness, events, notifications, fail: (error: Error | undefined) => void (fault = error) }
}

async function editZone(
  { host, dns, id }: Pick<WatchesLab, 'host' | 'dns' | 'id'>,
  edits: Parameters<WatchesLab['edit']>[0],
): Promise<void> {
  const admin = host.as('admin')
  const input = { id, ...edits } as Parameters<typeof admin.call<typeof planRecords>>[1]
  const { changeset } = await admin.call(planRecords, input)
  if (changeset === null) throw new Error('Nothing would change.')
  const approval = { userId: host.userIds.admin, hash: changeset.hash, confirmations: [acme] }
  await dns.changesets().approve(host.workspaces.here, changeset.id, approval)
  await dns.changesets().apply(host.workspaces.here, changeset.id)
  await host.settleJobs()
}
