/** Hosts that share one database, each in a process of its own, and people who may turn to any of them. */
import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  testDatabases,
  type Template,
  type TestDatabase,
  type TestDatabaseProduct,
} from '@host/host/testing/database/test-databases'
import { inTree } from '../../../apps/server/src/edition.ts'
import { runsIn, type Order } from '../fixtures/ledger.ts'
import { editionTemplate } from './edition-template.ts'
import { exchange, type WireAnswer } from './exchange.ts'
import { startHostProcess, type HostProcess, type HostProcessOptions } from './host-process.ts'
import { ledgerEdition } from './ledger-edition.ts'
import { openLeases } from './leases.ts'
import { invitePeople, type People } from './people.ts'
import { Visitor } from './visitor.ts'

/** On which database, and how many hosts over it. */
export interface ClusterKind {
  readonly name: string
  readonly dialect: 'sqlite' | 'postgres'
  readonly size: number
}

/** A SQLite file has one host; PostgreSQL has as many as one likes. */
export const clusterKinds: readonly ClusterKind[] = [
  { name: 'one host on sqlite', dialect: 'sqlite', size: 1 },
  { name: 'three hosts on postgres', dialect: 'postgres', size: 3 },
]

/** A request with a key. */
export interface Keyed {
  readonly order?: Order
  /** The `Idempotency-Key`; several are several headers, and without one there is none. */
  readonly key?: string | readonly string[]
  /** Which host is asked, counted from 0. The first when left out. */
  readonly at?: number
  readonly method?: string
  /** Path and query; `/api/x/ledger/entries` when left out. */
  readonly path?: string
  /** The bytes of the body, instead of the order in JSON. */
  readonly body?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  /** Hangs up when it aborts. */
  readonly signal?: AbortSignal
}

/** A running cluster. */
export interface Cluster extends AsyncDisposable {
  /** Folder in which plugins record their work. */
  readonly folder: string
  readonly database: TestDatabase
  readonly hosts: readonly HostProcess[]
  readonly people: People
  /** A visitor without a session. */
  visitor(at?: number): Visitor
  send(visitor: Visitor, request: Keyed): Promise<WireAnswer>
  /** How often handlers have begun to run for a tag, on all hosts. */
  runs(tag: string): number
  /** How many entries of a tag are in the database, in the workspace of the visitor. */
  entries(visitor: Visitor, tag: string): Promise<number>
  /** Releases the held runs of a tag, and all later ones. */
  release(tag: string): void
  /** Holds the later runs of a tag again. */
  hold(tag: string): void
  /** Gives every workspace the tier "gold", or takes it away. */
  upgrade(hasGold: boolean): void
  /** Ends the lease of a host that has died, as if its time were over. */
  endLease(host: HostProcess): Promise<void>
  /** The lease of a host; undefined on SQLite, where there is one host. */
  leaseOf(host: HostProcess): string | undefined
  /** Starts a host again, with other options where they are given. */
  start(at: number, changed?: ClusterOptions): Promise<HostProcess>
}

/** Options of a cluster besides its kind. */
export interface ClusterOptions extends Pick<HostProcessOptions, 'env' | 'program' | 'largestFile' | 'lifetime'> {
  /** Where its database is made; on a server that all tests share when left out. */
  readonly product?: TestDatabaseProduct
}

/** The tables of its processes, unless it chooses their plugins: those of the ledger come when they start. */
function templateOf({ env = {}, program }: ClusterOptions): Template | undefined {
  if ('SPEC_ONLY' in env || 'SPEC_WITHOUT' in env) return undefined
  if (program !== 'ledger') return editionTemplate(['plans'])
  const few = new Set(ledgerEdition.map(({ plugin }) => plugin.name))
  return editionTemplate(inTree.map(({ plugin }) => plugin.name).filter((name) => !few.has(name)))
}

/** Starts a cluster on a database without rows. */
export async function startCluster(kind: ClusterKind, options: ClusterOptions = {}): Promise<Cluster> {
  await using stack = new AsyncDisposableStack()
  const product = options.product ?? testDatabases.find(({ dialect }) => dialect === kind.dialect)
  if (product === undefined) throw new Error(`There is no database of the dialect "${kind.dialect}".`)
  const database = stack.use(await product.create(templateOf(options)))
  const folder = await mkdtemp(join(tmpdir(), 'host-ledger-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const hosts: HostProcess[] = []
  stack.defer(async () => void (await Promise.all(hosts.map((host) => host[Symbol.asyncDispose]()))))
  const leases = await openLeases(database, kind.dialect)
  const start = async (at: number, changed: ClusterOptions = {}): Promise<HostProcess> => {
    const all = { databaseUrl: database.url, folder, ...options, ...changed }
    const host = await leases.learn(() => startHostProcess(all))
    hosts[at] = host
    return host
  }
  for (let at = 0; at < kind.size; at += 1) await start(at)
  const urlOf = (at = 0): string => hosts[at % hosts.length]?.url ?? ''
  const visitor = (at?: number): Visitor => new Visitor(urlOf(at))
  const people = await invitePeople(visitor)
  const opened = stack.move()
  return {
    folder,
    database,
    hosts,
    people,
    visitor,
    send: (sender, request) => sendKeyed(sender, urlOf(request.at), request),
    runs: (tag) => runsIn(folder, tag),
    entries: async (sender, tag) => {
      const { body } = await sender.at(urlOf()).get<{ count: number }>(`/api/x/ledger/count?tag=${tag}`)
      return body.count
    },
    release: (tag) => writeFileSync(join(folder, `released-${tag}`), ''),
    hold: (tag) => rmSync(join(folder, `released-${tag}`), { force: true }),
    upgrade: (hasGold) => (hasGold ? writeFileSync(join(folder, 'gold'), '') : rmSync(join(folder, 'gold'))),
    endLease: (host) => leases.end(host),
    leaseOf: (host) => leases.of(host),
    start,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function sendKeyed(sender: Visitor, base: string, request: Keyed): Promise<WireAnswer> {
  const { method = 'POST', path = '/api/x/ledger/entries', order, key, headers = {} } = request
  const body = request.body ?? (order === undefined ? undefined : Buffer.from(JSON.stringify(order)))
  const keys = typeof key === 'string' ? [key] : (key ?? [])
  return await exchange({
    method,
    url: new URL(path, base),
    headers: [
      ...Object.entries({
        ...sender.at(base).standing,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      }),
      ...keys.map((value) => ['idempotency-key', value] as const),
    ],
    body,
    signal: request.signal,
  })
}
