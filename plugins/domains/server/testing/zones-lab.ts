import type { Changeset, ChangesetsService, DnsRecordSet, EventRecord, DnsService } from '@host/plugin'
import {
  createTestHost,
  memoryDnsProvider,
  type MemoryDnsProvider,
  type TestClient,
  type TestHost,
  type TestHostOptions,
} from '@host/testing'
import type { AuditRecord } from '@host/plugin/platform'
import { addAccount, addZone, planRecords, type Account, type Planned, type ZoneDetails } from '../../shared.ts'
import { plugin } from '../index.ts'
import { createDnsWitness } from './dns-witness.ts'

/** Record sets to set and to delete, as the endpoint takes them. */
export type Edits = Omit<Parameters<typeof callPlan>[1], 'id'>
/** A plan that changes something. */
export type Plan = NonNullable<Planned['changeset']>

/** A host with zones at a provider in memory. */
export interface ZonesLab extends AsyncDisposable {
  readonly host: TestHost
  readonly provider: MemoryDnsProvider
  /** Of another plugin. */
  readonly dns: DnsService
  readonly changesets: ChangesetsService
  /** Entries of the audit log with an action, the latest first. */
  audited(action: string): Promise<readonly AuditRecord[]>
  /** Events of records and tokens so far, when the jobs have settled. */
  events(): Promise<readonly EventRecord[]>
  addAccount(client?: TestClient): Promise<Account>
  /** Adds an account, and a zone of it. */
  addZone(name?: string, client?: TestClient): Promise<ZoneDetails>
  /** Plans as a member. @throws Error when nothing would change */
  plan(zoneId: string, edits: Edits): Promise<Plan>
  /** Approves and applies a plan, and waits for its end. */
  apply(plan: Pick<Plan, 'id' | 'hash'>, confirmations?: readonly string[]): Promise<Changeset>
  /** Record sets at the provider as text, sorted. */
  records(zone?: string): readonly string[]
  /** Moves the clock on, and lets the jobs that are due run. */
  pass(time: Parameters<TestHost['clock']['advance']>[0]): Promise<void>
}

/** Options of a laboratory. */
export interface ZonesLabOptions extends Partial<Pick<TestHostOptions, 'environment' | 'fill'>> {
  readonly provider?: MemoryDnsProvider
}

/** The zone of a laboratory. */
export const acme = 'acme.example'

const callPlan = (client: TestClient, input: Parameters<typeof client.call<typeof planRecords>>[1]) =>
  client.call(planRecords, input)

/** Opens a laboratory. */
export async function openZonesLab({ environment, provider, ...options }: ZonesLabOptions = {}): Promise<ZonesLab> {
  const memory = provider ?? memoryDnsProvider({ zones: { [acme]: usualRecords } })
  const witness = createDnsWitness(memory)
  const host = await createTestHost({
    ...options,
    plugins: [plugin, witness.plugin],
    environment: { HOST_PUBLIC_URL: 'http://host.test', ...environment },
  })
  const lab = zonesLab({ host, provider: memory, dns: witness.dns(), changesets: witness.changesets() })
  return Object.freeze<ZonesLab>({
    ...lab,
    audited: async (action) => (await witness.auditLog().list(host.workspaces.here, { action })).items,
    events: async () => {
      await host.settleJobs()
      return witness.events
    },
    [Symbol.asyncDispose]: () => host.close(),
  })
}

type LabParts = Pick<ZonesLab, 'host' | 'provider' | 'dns' | 'changesets'>

function zonesLab({
  host,
  provider,
  dns,
  changesets,
}: LabParts): Omit<ZonesLab, 'audited' | 'events' | typeof Symbol.asyncDispose> {
  const orgId = host.workspaces.here
  const admin = host.as('admin')
  const newAccount = (client = admin): Promise<Account> =>
    client.call(addAccount, { provider: 'memory', label: 'Memory', settings: { token: 'memory-token' } })
  return {
    host,
    provider,
    dns,
    changesets,
    addAccount: newAccount,
    addZone: async (name = acme, client = admin) =>
      await client.call(addZone, { accountId: (await newAccount(client)).id, name }),
    plan: async (id, edits) => {
      const { changeset } = await callPlan(host.as('member'), { id, ...edits })
      if (changeset === null) throw new Error('Nothing would change.')
      return changeset
    },
    apply: async ({ id, hash }, confirmations = []) => {
      await changesets.approve(orgId, id, { userId: host.userIds.admin, hash, confirmations })
      await changesets.apply(orgId, id)
      await host.settleJobs()
      const ended = await changesets.find(orgId, id)
      if (ended === undefined) throw new Error('The changeset is gone.')
      return ended
    },
    records: (zone = acme) => textOf(provider.zones.get(zone)?.records ?? []),
    pass: async (time) => {
      host.clock.advance(time)
      await host.settleJobs()
      for (const person of ['admin', 'member', 'otherOwner'] as const) await host.as(person).signIn()
    },
  }
}

function textOf(sets: readonly DnsRecordSet[]): readonly string[] {
  return sets.map(({ name, type, ttl, data }) => `${name} ${ttl} ${type} ${data.join(' | ')}`).toSorted()
}

const usualRecords: readonly DnsRecordSet[] = [
  { name: acme, type: 'NS', ttl: 86_400, data: ['ns1.provider.example.', 'ns2.provider.example.'] },
  { name: acme, type: 'MX', ttl: 3_600, data: ['10 mail.acme.example.'] },
  { name: acme, type: 'TXT', ttl: 3_600, data: ['"v=spf1 mx include:spf.example.net -all"', '"site=1"'] },
  { name: `mail.${acme}`, type: 'A', ttl: 300, data: ['192.0.2.25'] },
  { name: `www.${acme}`, type: 'A', ttl: 300, data: ['192.0.2.1', '192.0.2.2'], comment: 'Web', isProxied: true },
]
