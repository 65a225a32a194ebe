/** Hosts of workspaces on several processes: when a change has been answered, none of them serves by the old state. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { Product } from '../../../packages/cli/src/serve/testing/product.ts'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { HostClient } from '../lab/edge/host-client.ts'
import { secretKey } from '../lab/secret-key.ts'

const rounds = process.env['HOST_SOAK'] === '1' ? 500 : 5
const script = join(import.meta.dirname, '../lab/edge/edge-product.ts')

async function start(t: TestContext, typed: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'host-edge-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const product = await Product.start(t, {
    script,
    typed,
    env: {
      HOST_DATA: folder,
      HOST_SECRET_KEY: secretKey,
      HOST_PUBLIC_URL: 'http://app.host.example',
      HOST_ACCESS_LOG: 'off',
      HOST_ADMIN_EMAIL: 'edge@host.test',
      HOST_ADMIN_PASSWORD: 'tea-houses by the sea',
      ...env,
    },
  })
  return String((await product.logged('Listening'))['url'])
}

function clientOf(t: TestContext, url: string): HostClient {
  const client = new HostClient(url)
  t.after(() => client.close())
  return client
}

/** A connection to each of two workers: an idle worker accepts a connection and keeps it. */
async function twoWorkers(t: TestContext): Promise<readonly HostClient[]> {
  const url = await start(t, ['--workers', '2'])
  const found = new Map<unknown, HostClient>()
  while (found.size < 2) {
    const client = clientOf(t, url)
    const { pid } = (await client.ask('/api/x/control/pid')).body
    found.set(pid, client)
  }
  return [...found.values()]
}

async function twoOnPostgres(t: TestContext): Promise<readonly HostClient[]> {
  const fresh = await testDatabases[1]?.create()
  const env = { HOST_DATABASE_URL: fresh?.url ?? '' }
  const urls = [await start(t, [], env), await start(t, [], env)]
  return urls.map((url) => clientOf(t, url))
}

const fleets = { 'two workers on SQLite': twoWorkers, 'two processes over PostgreSQL': twoOnPostgres }

describe('hosts of workspaces', { concurrency: true }, () => {
  for (const [name, open] of Object.entries(fleets)) {
    test(`${name}: every write and every switch is known to all processes with its answer`, async (t) => {
      const clients = await open(t)
      await race(clients)
    })
  }
})

async function race(clients: readonly HostClient[]): Promise<void> {
  const [first = assert.fail(), second = assert.fail()] = clients
  const { orgId, actorId } = (await first.ask('/api/x/control/workspaces')).body as Record<string, string>
  const own = `orgId=${orgId}&actorId=${actorId}`
  const seen = new Set<unknown>()
  /** Makes a change through one process, and asks both at once when it was answered. */
  const change = async (path: string, status: number, by: number): Promise<void> => {
    const made = await (by % 2 === 0 ? first : second).ask(path)
    assert.equal(made.status, 200, `${path}: ${JSON.stringify(made.body)}`)
    for (const answer of await Promise.all(clients.map((client) => client.ask('/', 'go.acme.com')))) {
      assert.equal(answer.status, status, path)
      seen.add(answer.body['pid'])
      if (status === 200) assert.equal(answer.body['orgId'], orgId)
    }
  }
  const site = (what: string, name: string): string => `/api/x/sites/change?${own}&change=${what}&name=${name}`
  for (let round = 0; round < rounds; round += 1) {
    await change(site('prove', 'acme.com'), 404, round)
    await change(site('assign', 'go.acme.com'), 200, round + 1)
    await change(site('assign', '*.acme.com'), 200, round)
    await change(site('release', 'go.acme.com'), 200, round + 1)
    await change(`/api/x/control/feature?${own}&on=false`, 404, round)
    await change(`/api/x/control/feature?${own}&on=true`, 200, round + 1)
    await change(`/api/x/control/close?${own}`, 404, round)
    await change(`/api/x/control/restore?${own}`, 200, round + 1)
    await change(site('release', '*.acme.com'), 404, round)
    await change(site('assign', 'acme.com'), 404, round + 1)
    await change(site('release', 'acme.com'), 404, round)
    await change(site('assign', 'go.acme.com'), 200, round + 1)
    const undone = await first.ask(site('disprove', 'acme.com'))
    assert.equal(undone.status, 200)
    for (const client of clients) assert.notEqual((await client.ask('/', 'go.acme.com')).body['orgId'], orgId)
    assert.equal((await second.ask(site('release', 'go.acme.com'))).status, 200)
  }
  assert.equal([...seen].filter(Number).length, 2, 'both processes answered')
}
