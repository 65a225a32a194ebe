import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createSecureContext, createServer, type SecureContext } from 'node:tls'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createCertificateKey, createSelfSignedCertificate } from '../../packages/acme/src/index.ts'
import { testDatabases } from '../../packages/host/testing/database/test-databases.ts'
import { TlsLab } from '../../packages/host/testing/tls/tls-lab.ts'
import type { CertificateStore } from '../../packages/host/src/tls/certificate-store.ts'
import { KnownHosts } from '../../packages/host/src/tls/known-hosts.ts'
import { SecureContexts } from '../../packages/host/src/tls/secure-contexts.ts'
import { ServedCertificates } from '../../packages/host/src/tls/served-certificates.ts'
import { TlsFront } from '../../packages/host/src/tls/tls-front.ts'
import type { PemPair } from '../../packages/host/src/tls/certificate-files.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareSpeed, standAlone } from '../harness/compare.ts'
import { interleave, type Contender } from '../harness/interleave.ts'
import type { TlsLoadJob, TlsLoadResult } from '../load/tls-load-child.ts'
import { Child } from '../process/child.ts'

const certificates = 10_000
/** Names that the load asks for: those in use at the time. */
const namesInUse = 1_000
const concurrency = 8
const day = 86_400_000
const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** TLS handshakes with 10,000 certificates, against `node:tls` with a context for each of them; and their memory. */
export const tlsHandshakes: Benchmark = { name: 'tls-handshakes', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  await using opened = new AsyncDisposableStack()
  const names = Array.from({ length: bench.scale.isTrial ? 50 : certificates }, (_, at) => `host-${at}.example.test`)
  const pairs = signAll(names)
  const { served, store } = await storeAll(opened, pairs)
  // The memory that reading takes, once, in this process and in the thread of the database.
  for (const name of names) await store.material(name)
  const rows = await measureFirstUse(names, served)
  for (const name of names.slice(0, namesInUse)) await served.contextOf(name)
  const ports = {
    host: await startHost(opened, served),
    'node:tls': await startBare(opened, pairs),
  }
  return [await measureHandshakes(bench, ports, names.slice(0, namesInUse)), ...rows]
}

/** A certificate for each name, all with one key. */
function signAll(names: readonly string[]): ReadonlyMap<string, PemPair> {
  const privateKey = createCertificateKey()
  const validity = { notBefore: new Date(Date.now() - day), notAfter: new Date(Date.now() + 90 * day) }
  return new Map(
    names.map((name) => {
      const made = createSelfSignedCertificate({ names: [name], ...validity, privateKey })
      return [name, { cert: made.certificate, key: made.privateKey }]
    }),
  )
}

interface StoredCertificates {
  readonly store: CertificateStore
  readonly served: ServedCertificates
}

/** The certificates of a host, sealed in a SQLite file. */
async function storeAll(
  opened: AsyncDisposableStack,
  pairs: ReadonlyMap<string, PemPair>,
): Promise<StoredCertificates> {
  const [product] = testDatabases
  if (product === undefined) throw new Error('There is no database to measure with.')
  const lab = opened.use(await TlsLab.start(product))
  const { store } = await lab.process()
  for (const [name, pair] of pairs) await store.issue(name, pair, Date.now() + 60 * day)
  const { index, bus, edge } = await lab.process()
  const known = new KnownHosts({ own: [...pairs.keys()], db: edge, bus, log: silent })
  const contexts = new SecureContexts({ key: Buffer.alloc(48, 1), period: 1 })
  return { store, served: new ServedCertificates({ contexts, issued: { store, index, known }, clock: Date.now }) }
}

/** Uses each certificate once, so that most contexts that were made are dropped again. */
async function measureFirstUse(names: readonly string[], served: ServedCertificates): Promise<readonly Row[]> {
  const before = residentBytes()
  const { user, system } = process.cpuUsage()
  for (const name of names) await served.contextOf(name)
  const used = process.cpuUsage()
  const bytes = (residentBytes() - before) / names.length
  const cpu = (used.user + used.system - user - system) / names.length
  const what = `TLS certificate, ${certificates} in a SQLite file, each used once`
  return [
    standAlone({
      what,
      measure: 'resident memory',
      unit: 'B',
      goal: { atMost: 20_000 },
      subject: { name: 'memory', values: [bytes] },
    }),
    standAlone({ what, measure: 'CPU of its first use', unit: 'µs', subject: { name: 'cpu', values: [cpu] } }),
  ]
}

async function measureHandshakes(
  { scale }: Bench,
  ports: Readonly<Record<string, number>>,
  names: readonly string[],
): Promise<Row> {
  const load = new Child({ module: join(import.meta.dirname, '../load/tls-load-child.ts') })
  try {
    const contenders = Object.entries(ports).map(([name, port]): Contender<number> => {
      const job = { port, names, milliseconds: scale.slice, concurrency }
      return { name, measure: async () => await measureLoad(load, job) }
    })
    for (const { measure } of contenders) {
      for (let warm = 0; warm < scale.warmUp; warm += scale.slice) await measure()
    }
    const samples = await interleave(contenders, scale.rounds)
    const series = (name: string) => ({ name, values: samples.get(name) ?? [] })
    return compareSpeed({
      what: `TLS handshake, ${certificates} certificates, ${namesInUse} of them in use`,
      measure: 'CPU per handshake',
      unit: 'µs',
      goal: { atLeast: 0.9 },
      subject: series('host'),
      baseline: series('node:tls'),
    })
  } finally {
    await load.stop()
  }
}

/** CPU of this process, which has only the servers, in microseconds a handshake. */
async function measureLoad(load: Child, job: TlsLoadJob): Promise<number> {
  const before = process.cpuUsage()
  const { handshakes } = await load.ask<TlsLoadResult>(job)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / handshakes
}

async function startHost(opened: AsyncDisposableStack, served: ServedCertificates): Promise<number> {
  const front = new TlsFront({
    address: { host: '127.0.0.1', port: 0 },
    timeout: 15_000,
    log: silent,
    contextOf: (name) => served.contextOf(name),
  })
  await front.open({ accept: (socket) => void socket.end(), connectionLimits: { watch: () => undefined } })
  opened.defer(async () => await front.drain(0))
  return front.port ?? 0
}

/** Contexts in a map, and the callback that finds one: as few lines as a server with many certificates may have. */
async function startBare(opened: AsyncDisposableStack, pairs: ReadonlyMap<string, PemPair>): Promise<number> {
  const contexts = new Map<string, SecureContext>()
  for (const [name, pair] of pairs) contexts.set(name, createSecureContext({ ...pair, minVersion: 'TLSv1.2' }))
  const SNICallback = (name: string, done: (error: Error | null, context?: SecureContext) => void): void =>
    done(null, contexts.get(name))
  const options = { SNICallback, minVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'] } as const
  const server = createServer({ ...options, ALPNProtocols: [...options.ALPNProtocols] }, (socket) => socket.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.defer(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** After a collection: memory of contexts is not on the heap of JavaScript. */
function residentBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().rss
}
