/** A host with mail and domains, a zone at a provider in memory, the DNS that serves it, and mail on a loopback port. */
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import {
  definePlugin,
  Events,
  Notifications,
  requireService,
  type DnsRecordSet,
  type EventRecord,
  type Notification,
} from '@host/plugin'
import { createTestHost, memoryDnsProvider, type MemoryDnsProvider, type TestHost } from '@host/testing'
import { startDnsTree, type DnsTree } from '../../../plugins/domains/server/testing/dns-tree.ts'
import { createDnsWitness, type DnsWitness } from '../../../plugins/domains/server/testing/dns-witness.ts'
import { plugin as domains } from '../../../plugins/domains/server/index.ts'
import { addAccount, addZone } from '../../../plugins/domains/shared.ts'
import { plugin as mail } from '../../../plugins/mail/server/index.ts'
import { checkSenderNow, createSender, planSender, type SendingDomainDetails } from '../../../plugins/mail/shared.ts'

export const acme = 'acme.example'
export const serverName = 'mx.host.example'

export interface SendersLab {
  readonly host: TestHost
  readonly tree: DnsTree
  readonly provider: MemoryDnsProvider
  readonly witness: DnsWitness
  /** Events of the plugin, and notifications, so far. */
  readonly events: readonly EventRecord[]
  readonly notifications: readonly Notification[]
  /** The port of mail; a server of others may listen on it at 127.0.0.2. */
  readonly port: number
  create(): Promise<SendingDomainDetails>
  check(id: string): Promise<SendingDomainDetails>
  /** Plans as an admin, approves and applies. @returns the records of the zone at the provider */
  fix(id: string, input?: { readonly reportsTo?: string }): Promise<void>
  /** Serves the records of the provider. */
  publish(): void
  /** Texts of the zone at the provider. */
  zone(): readonly string[]
  pass(time: Parameters<TestHost['clock']['advance']>[0]): Promise<void>
}

export interface SendersLabOptions {
  readonly records?: readonly DnsRecordSet[]
  /** Whether the workspace has the zone at its provider. */
  readonly hasZone?: boolean
}

const usualRecords: readonly DnsRecordSet[] = [
  { name: acme, type: 'TXT', ttl: 3_600, data: ['"site=1"', '"v=spf1 ip4:192.0.2.9 -all"'] },
]

export async function openSendersLab(
  context: TestContext,
  { records = usualRecords, hasZone = true }: SendersLabOptions = {},
): Promise<SendersLab> {
  const tree = await startDnsTree()
  context.after(() => tree[Symbol.asyncDispose]())
  const port = await freePort()
  const provider = memoryDnsProvider({ zones: { [acme]: records } })
  const witness = createDnsWitness(provider)
  const seen = mailWitness()
  const host = await createTestHost({
    plugins: [domains, mail, witness.plugin, seen.plugin],
    environment: {
      ...tree.environment,
      HOST_SMTP_LISTEN: `127.0.0.1:${port}`,
      HOST_SMTP_NAME: serverName,
      HOST_MAIL_DIRECT: String(port),
      HOST_SAFEHTTP_ALLOW: `${tree.environment['HOST_SAFEHTTP_ALLOW']},127.0.0.1:${port},127.0.0.2:${port}`,
    },
  })
  context.after(() => host.close())
  await host.listen()
  await host.proveHost(acme)
  const admin = host.as('admin')
  nameServer(tree)
  if (hasZone) {
    const settings = { token: 'memory-token' }
    const account = await admin.call(addAccount, { provider: 'memory', label: 'M', settings })
    await admin.call(addZone, { accountId: account.id, name: acme })
  }
  const publish = publisher(provider, tree)
  publish()
  return {
    host,
    tree,
    provider,
    witness,
    events: seen.events,
    notifications: seen.notifications,
    port,
    publish,
    create: () => admin.call(createSender, { domain: acme }),
    check: (id) => admin.call(checkSenderNow, { id }),
    async fix(id, input = {}) {
      const { changesetId } = await admin.call(planSender, { id, ...input })
      if (changesetId === null) throw new Error('Nothing would change.')
      await applyPlan(witness, host, changesetId)
      publish()
    },
    zone: () =>
      (provider.zones.get(acme)?.records ?? []).flatMap(({ name, type, data }) =>
        data.map((each) => `${name} ${type} ${each}`),
      ),
    async pass(time) {
      host.clock.advance(time)
      await host.settleJobs()
      await host.as('admin').signIn()
    },
  }
}

/** The names of the server that receives mail. */
function nameServer(tree: DnsTree): void {
  for (const name of [acme, 'host.example', '1.0.0.127.in-addr.arpa']) tree.delegate(name)
  tree.records(`${serverName} A`, ['127.0.0.1'])
  tree.records('1.0.0.127.in-addr.arpa PTR', [`${serverName}.`])
}

function publisher({ zones }: MemoryDnsProvider, tree: DnsTree): () => void {
  const served = new Set<string>()
  return () => {
    const now = new Map(zones.get(acme)?.records.map((set) => [`${set.name} ${set.type}`, set.data]))
    for (const key of served) if (!now.has(key)) tree.records(key, [])
    for (const [key, data] of now) {
      tree.records(key, data)
      served.add(key)
    }
  }
}

async function applyPlan(witness: DnsWitness, host: TestHost, id: string): Promise<void> {
  const { here } = host.workspaces
  const changesets = witness.changesets()
  const plan = await changesets.find(here, id)
  const confirmations = (plan?.warnings ?? []).flatMap(({ confirm }) => confirm ?? [])
  await changesets.approve(here, id, { userId: host.userIds.admin, hash: plan?.hash ?? '', confirmations })
  await changesets.apply(here, id)
  await host.settleJobs()
}

/** A plugin that notes events of sending domains and notifications. */
function mailWitness() {
  const events: EventRecord[] = []
  const notifications: Notification[] = []
  const plugin = definePlugin({
    name: 'witness',
    info: { title: 'Witness', description: 'W', icon: 'eye', category: 'Work', api: '^1' },
    models: [],
    mount(_mux, ctx) {
      for (const name of ['mail.domain_ready', 'mail.domain_not_ready', 'mail.dkim_record_missing']) {
        const subscription = name.replaceAll(/[._]/g, '-')
        requireService(ctx, Events).subscribe(subscription, name, async (_scope, event) => void events.push(event))
      }
      ctx.provide(Notifications, {
        notify: async (_plugin, notification) => {
          if ('title' in notification) notifications.push(notification)
        },
      })
    },
  })
  return { plugin, events, notifications }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
