import { domainToASCII } from 'node:url'
import type { Notification } from '@host/plugin'
import type { EdgeService } from '@host/plugin/platform'
import { createTestHost, type TestClient, type TestHost } from '@host/testing'
import { addDomain, readDomain, verifyDomain, type DomainDetails } from '../../shared.ts'
import { plugin } from '../index.ts'
import { startDnsTree, type DnsTree, type TextAnswer } from './dns-tree.ts'
import { createWitness } from './witness.ts'

/** A host with domains, and the DNS that it asks. */
export interface DomainsLab extends AsyncDisposable {
  readonly host: TestHost
  readonly dns: DnsTree
  /** Of another plugin. */
  readonly edge: EdgeService
  /** Events about domains so far, when the jobs have settled. */
  events(): Promise<readonly string[]>
  readonly notifications: readonly Notification[]
  /** Adds a domain that is delegated, as an admin or someone else. */
  add(name: string, client?: TestClient): Promise<DomainDetails>
  /** Sets its TXT record, the right one when left out. */
  set(domain: Pick<DomainDetails, 'challenge'>, answer?: TextAnswer, address?: string): void
  verify(id: string): Promise<DomainDetails>
  read(id: string): Promise<DomainDetails>
  /** The names that a workspace has proved; of the first one when left out. */
  proofs(orgId?: string): Promise<readonly string[]>
  /** Moves the clock on, and lets the jobs that are due run. */
  pass(time: Parameters<TestHost['clock']['advance']>[0]): Promise<void>
}

/** Opens a laboratory. */
export async function openDomainsLab(environment: Readonly<Record<string, string>> = {}): Promise<DomainsLab> {
  const dns = await startDnsTree()
  const witness = createWitness()
  const plugins = [plugin, witness.plugin]
  const starting = createTestHost({ plugins, environment: { ...dns.environment, ...environment } })
  // Open sockets would keep a test going whose host has refused to start.
  starting.catch(() => dns[Symbol.asyncDispose]())
  const host = await starting
  return Object.freeze<DomainsLab>({
    host,
    dns,
    edge: witness.edge(),
    notifications: witness.notifications,
    async events() {
      await host.settleJobs()
      return witness.events.filter((name) => name.startsWith('domain.'))
    },
    async add(name, client = host.as('admin')) {
      dns.delegate(domainToASCII(name))
      return await client.call(addDomain, { name })
    },
    set({ challenge }, answer = [challenge.value], address) {
      dns.text(challenge.name, answer, address)
    },
    verify: (id) => host.as('member').call(verifyDomain, { id }),
    read: (id) => host.as('member').call(readDomain, { id }),
    async proofs(orgId = host.workspaces.here) {
      return (await witness.edge().proofs(orgId)).map(({ name }) => name)
    },
    async pass(time) {
      host.clock.advance(time)
      await host.settleJobs()
      // Sessions don't last as long as domains.
      for (const person of ['admin', 'member', 'otherOwner'] as const) await host.as(person).signIn()
    },
    [Symbol.asyncDispose]: async () => {
      await host.close()
      await dns[Symbol.asyncDispose]()
    },
  })
}
