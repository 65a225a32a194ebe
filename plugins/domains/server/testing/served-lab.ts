import { askServer, type Message } from '@host/dns'
import type { AnyPlugin, Changeset, ChangesetsService } from '@host/plugin'
import type { EdgeService } from '@host/plugin/platform'
import { createTestHost, memoryDnsProvider, type TestClient, type TestHost } from '@host/testing'
import { addAccount, addDomain, addZone, planRecords, verifyDomain, type ZoneDetails } from '../../shared.ts'
import { plugin } from '../index.ts'
import { createDnsWitness } from './dns-witness.ts'
import { startDnsTree, type DnsTree } from './dns-tree.ts'
import { createWitness } from './witness.ts'
import type { Edits } from './zones-lab.ts'

/** A host that answers DNS, and the DNS that it asks. */
export interface ServedLab extends AsyncDisposable {
  readonly host: TestHost
  readonly tree: DnsTree
  readonly edge: EdgeService
  readonly changesets: ChangesetsService
  /** Of its DNS server. */
  readonly port: number
  /** Verifies a domain of a workspace. @returns its ID */
  verify(name: string, client?: TestClient): Promise<string>
  /** Verifies a domain, and serves its zone. */
  serve(name: string, client?: TestClient): Promise<ZoneDetails>
  /** Plans as a member, approves, and applies. */
  change(zoneId: string, edits: Edits, confirmations?: readonly string[]): Promise<Changeset>
  /** Asks the server. */
  ask(name: string, type: string): Promise<Message>
  /** The data of an answer, sorted, once the server says so; its last one after 5 seconds. */
  until(name: string, type: string, wanted: readonly string[]): Promise<readonly string[]>
}

/** The names of the server. */
export const serverNames = ['ns1.host.test', 'ns2.host.test'] as const

/** Options of a laboratory. */
export interface ServedLabOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** Besides domains and the witnesses. */
  readonly plugins?: readonly AnyPlugin[]
}

/** Opens a laboratory whose server listens on loopback. */
export async function openServedLab({ environment = {}, plugins = [] }: ServedLabOptions = {}): Promise<ServedLab> {
  const tree = await startDnsTree()
  const [edges, changes] = [createWitness(), createDnsWitness(memoryDnsProvider({ zones: {} }))]
  const starting = createTestHost({
    plugins: [plugin, edges.plugin, changes.plugin, ...plugins],
    environment: {
      ...tree.environment,
      HOST_DNS_LISTEN: '127.0.0.1:0',
      HOST_DNS_NAMES: serverNames.join(', '),
      ...environment,
    },
  })
  starting.catch(() => tree[Symbol.asyncDispose]())
  const host = await starting
  await host.listen()
  const port = portOf(host)
  const parts = { host, tree, port, changesets: changes.changesets() }
  return Object.freeze<ServedLab>({
    ...parts,
    edge: edges.edge(),
    verify: (name, client = host.as('admin')) => verifyIn(parts, name, client),
    serve: (name, client = host.as('admin')) => serveIn(parts, name, client),
    change: (zoneId, edits, confirmations = []) => changeIn(parts, zoneId, { edits, confirmations }),
    ask: (name, type) => askPort(port, name, type),
    until: (name, type, wanted) => untilAnswer(port, { name, type }, wanted),
    [Symbol.asyncDispose]: async () => {
      await host.close()
      await tree[Symbol.asyncDispose]()
    },
  })
}

type LabParts = Pick<ServedLab, 'host' | 'tree' | 'port' | 'changesets'>

async function verifyIn({ tree }: LabParts, name: string, client: TestClient): Promise<string> {
  tree.delegate(name)
  const { id, challenge } = await client.call(addDomain, { name })
  tree.text(challenge.name, [challenge.value])
  const { state } = await client.call(verifyDomain, { id })
  if (state !== 'verified') throw new Error(`The domain is ${state}.`)
  return id
}

async function serveIn(parts: LabParts, name: string, client: TestClient): Promise<ZoneDetails> {
  await verifyIn(parts, name, client)
  const { id: accountId } = await client.call(addAccount, { provider: 'builtin', label: 'Here', settings: {} })
  return await client.call(addZone, { accountId, name })
}

async function changeIn(
  { host, changesets }: LabParts,
  id: string,
  { edits, confirmations }: { readonly edits: Edits; readonly confirmations: readonly string[] },
): Promise<Changeset> {
  const orgId = host.workspaces.here
  const { changeset } = await host.as('member').call(planRecords, { id, ...edits })
  if (changeset === null) throw new Error('Nothing would change.')
  await changesets.approve(orgId, changeset.id, { userId: host.userIds.admin, hash: changeset.hash, confirmations })
  await changesets.apply(orgId, changeset.id)
  await host.settleJobs()
  const ended = await changesets.find(orgId, changeset.id)
  if (ended?.state !== 'applied') throw new Error(`The change is ${ended?.state}: ${ended?.error}.`)
  return ended
}

/** Asks a server of this machine; over TCP, since answers over UDP are limited for each client. */
export async function askPort(port: number, name: string, type: string): Promise<Message> {
  const question = { name: `${name}.`, type }
  return await askServer({ address: '127.0.0.1', port, protocol: 'tcp', isAllowedAddress: () => true, question })
}

const longestWait = 5_000

async function untilAnswer(
  port: number,
  { name, type }: { readonly name: string; readonly type: string },
  wanted: readonly string[],
): Promise<readonly string[]> {
  const end = performance.now() + longestWait
  for (;;) {
    const { answers } = await askPort(port, name, type)
    const found = answers.map(({ data }) => data).toSorted()
    if (found.join('\n') === wanted.join('\n') || performance.now() > end) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Where the server of a host listens, as its log says. */
export function portOf(host: TestHost): number {
  const line = host.logs.find(({ message }) => message === 'Answering DNS')
  if (line === undefined) throw new Error('The host does not answer DNS.')
  return Number(line.fields['port'])
}
