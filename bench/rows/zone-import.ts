import { definePlugin, dnsProvider } from '../../packages/plugin/src/index.ts'
import { testDatabases, type TestDatabaseProduct } from '../../packages/host/testing/database/test-databases.ts'
import { labHost, type LabPerson } from '../../packages/host/testing/lab-host.ts'
import { memoryDnsProvider } from '../../packages/testing/src/index.ts'
import { plugin as domains } from '../../plugins/domains/server/index.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { standAlone } from '../harness/compare.ts'

const mostRecords = 10_000
const zone = 'acme.example'

/** The import of a zone file of 10,000 records: reading it, comparing it with the zone, judging and storing the plan. */
export const zoneImport: Benchmark = { name: 'zone-import', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const product of testDatabases) rows.push(await measure(bench, product))
  return rows
}

async function measure({ scale }: Bench, product: TestDatabaseProduct): Promise<Row> {
  await using opened = new AsyncDisposableStack()
  const fresh = opened.use(await product.create())
  const after = (work: () => unknown): void => opened.defer(async () => void (await work()))
  const environment = { HOST_DATABASE_URL: fresh.url, HOST_PUBLIC_URL: 'http://lab.test' }
  const lab = await labHost({ after }, [domains, provider], { environment, isInTree: true })
  const admin = await lab.person('admin')
  const id = await addZone(admin)
  const records = scale.isTrial ? 100 : mostRecords
  const text = zoneFile(records)
  const values: number[] = []
  for (let round = 0; round < scale.rounds; round += 1) {
    const since = performance.now()
    const count = await planImport(admin, id, text)
    values.push(performance.now() - since)
    if (count !== records) throw new Error(`The plan has ${count} of ${records} records.`)
  }
  return standAlone({
    what: `Import and plan a zone file of ${mostRecords} records, ${product.name}`,
    measure: 'time of an import',
    unit: 'ms',
    goal: { atMost: 2_000 },
    subject: { name: 'import', values },
  })
}

const provider = definePlugin({
  name: 'memory-dns',
  info: { title: 'Memory', description: 'Provides DNS', icon: 'globe', category: 'Test', api: '^1' },
  models: [],
  mount: (_mux, ctx) => ctx.provide(dnsProvider('memory'), memoryDnsProvider({ zones: { [zone]: [] } })),
})

async function addZone(admin: LabPerson): Promise<string> {
  const account = { provider: 'memory', label: 'Memory', settings: { token: 'memory-token' } }
  const added = await expect(201, admin.call('POST', '/api/x/domains/accounts', { body: account }))
  const body = { accountId: added.id, name: zone }
  return (await expect(201, admin.call('POST', '/api/x/domains/zones', { body }))).id
}

function zoneFile(records: number): string {
  return Array.from({ length: records }, (_, place) => `h${place} 300 IN A 192.0.2.${place % 256}\n`).join('')
}

/** @returns how many record sets the plan changes */
async function planImport(admin: LabPerson, id: string, text: string): Promise<number | undefined> {
  const body = { text, mode: 'merge' }
  const answer = await expect(200, admin.call('POST', `/api/x/domains/zones/${id}/import`, { body }))
  return answer.changeset?.count
}

interface Answer {
  readonly id: string
  readonly changeset?: { readonly count: number } | null
}

async function expect(status: number, answer: Promise<Response>): Promise<Answer> {
  const response = await answer
  if (response.status === status) return (await response.json()) as Answer
  throw new Error(`A request answered ${response.status}: ${await response.text()}`)
}
