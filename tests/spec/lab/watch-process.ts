/**
 * A host in a process of its own that checks a watched record set, which no name server has: `node watch-process.ts <order in
 * JSON>`. The first one kills itself after the checks are stored and before their event is; the next one reports the events.
 */
import { createHost, readConfig } from '@host/host'
import { definePlugin, Events, Notifications, requireService } from '@host/plugin'
import { plugin as domains } from '../../../plugins/domains/server/index.ts'
import { createDnsWitness } from '../../../plugins/domains/server/testing/dns-witness.ts'
import { addAccount, addZone, watchRecord } from '../../../plugins/domains/shared.ts'
import { memoryDnsProvider } from '../../../packages/testing/src/dns-provider/memory-dns-provider.ts'
import { invitePeople } from '../../../packages/testing/src/test-people.ts'

/** What the process does. */
export interface WatchOrder {
  readonly environment: Readonly<Record<string, string>>
  readonly zone: string
  /** Milliseconds by which its clock is ahead. */
  readonly ahead: number
  /** Whether it fills the database, and kills itself. */
  readonly isFirst: boolean
}

const order = JSON.parse(process.argv[2] ?? '') as WatchOrder
const minute = 60_000
let ahead = order.ahead
const events: string[] = []
let notifications = 0

const witness = definePlugin({
  name: 'witness',
  info: { title: 'Witness', description: 'W', icon: 'eye', category: 'Work', api: '^1' },
  models: [],
  mount(_mux, ctx) {
    for (const name of ['record.verify_failed', 'zone.verify_failed']) {
      const subscription = name.replaceAll(/[._]/g, '-')
      requireService(ctx, Events).subscribe(subscription, name, async () => void events.push(name))
    }
    ctx.provide(Notifications, {
      notify: async () => {
        if (order.isFirst) process.kill(process.pid, 'SIGKILL')
        notifications += 1
      },
    })
  },
})
const records = [{ name: `api.${order.zone}`, type: 'A', ttl: 60, data: ['192.0.2.1'] }]
const provider = memoryDnsProvider({ zones: { [order.zone]: records } })
const host = await createHost({
  plugins: [domains, createDnsWitness(provider).plugin, witness].map((plugin) => ({
    plugin,
    version: '1.0.0',
    outOfTree: plugin.topLevelApi === undefined,
    granted: plugin.topLevelApi ?? [],
  })),
  config: readConfig(order.environment),
  clock: () => Date.now() + ahead,
  passwordCost: { memory: 64, passes: 1 },
})
if (order.isFirst) await watch()
for (let round = 0; round < 30; round += 1) {
  ahead += 2 * minute
  await host.settleJobs()
}
await host.stop()
await new Promise((sent) => process.send?.({ events, notifications }, sent))
process.exit()

async function watch(): Promise<void> {
  const { clients } = await invitePeople(host, () => undefined)
  const settings = { token: 'memory-token' }
  const account = await clients.admin.call(addAccount, { provider: 'memory', label: 'M', settings })
  const { id } = await clients.admin.call(addZone, { accountId: account.id, name: order.zone })
  await clients.member.call(watchRecord, { id, name: 'api', type: 'A', isWatched: true })
}
