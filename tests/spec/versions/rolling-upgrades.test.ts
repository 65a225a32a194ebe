/** Releases of one plugin that follow each other on one PostgreSQL while clients read and write. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Product } from '../../../packages/cli/src/serve/testing/product.ts'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { secretKey } from '../lab/secret-key.ts'

const script = join(import.meta.dirname, '../lab/releases-product.ts')
const path = '/api/x/releases/items'
const isSoak = process.env['HOST_SOAK'] === '1'
/** Calls between two steps of an upgrade. */
const calls = isSoak ? 800 : 100
const postgres = testDatabases.find(({ dialect }) => dialect === 'postgres')

/** Starts releases on one database. */
async function labOf(t: TestContext): Promise<(release: string, typed?: readonly string[]) => Promise<Product>> {
  const fresh = await postgres?.create()
  if (fresh === undefined) throw new Error('There is no PostgreSQL.')
  const env = { HOST_DATABASE_URL: fresh.url, HOST_SECRET_KEY: secretKey }
  return (release, typed = []) => Product.start(t, { script, typed, env: { ...env, SPEC_RELEASE: release } })
}

/** Clients that write a text and read all of them, at one of the hosts in turn. */
class Clients {
  readonly texts: string[] = []
  readonly errors: string[] = []
  calls = 0

  async run(hosts: readonly Product[], count: number): Promise<void> {
    const lane = async (host: Product): Promise<void> => {
      for (let done = 0; done < count / hosts.length / 2; done += 1) {
        const text = `text ${(this.calls += 2)}`
        const written = await host.ask(path, JSON.stringify({ text }), { 'content-type': 'application/json' })
        if (written.status === 201) this.texts.push(text)
        const read = await host.ask(path)
        if (written.status !== 201 || read.status !== 200) this.errors.push(`${written.status} ${read.status}`)
        else if (!(read.body as readonly unknown[]).includes(text)) this.errors.push(`${text} was not read`)
      }
    }
    await Promise.all(hosts.map(lane))
  }
}

async function stopped(host: Product): Promise<void> {
  host.kill('SIGTERM')
  assert.equal(await host.exited, 0)
}

test('§P86 a rename is refused beside older processes, with its reason, and runs when they have stopped', async (t) => {
  const start = await labOf(t)
  const [one, two] = [await start('first'), await start('first')]
  const clients = new Clients()
  await clients.run([one, two], 20)
  const refused = await start('rename')
  const serving = clients.run([one, two], calls)
  assert.equal(await refused.exited, 1)
  assert.match(refused.output, /releases: "alter table releases_items rename column name to title" renames .*2 older/)
  await serving
  assert.deepEqual(clients.errors, [])

  await stopped(one)
  await stopped(two)
  const renamed = await start('rename')
  assert.deepEqual(new Set((await renamed.ask(path)).body as readonly string[]), new Set(clients.texts))
})

test('§P87 a column is renamed over releases without an error: expand, switch, contract', async (t) => {
  const start = await labOf(t)
  const clients = new Clients()
  let hosts = [await start('first'), await start('first')]
  await clients.run(hosts, calls)
  for (const release of ['expand', 'switch', 'contract']) {
    for (const old of hosts) {
      const others = hosts.filter((host) => host !== old)
      const next = start(release)
      await clients.run(hosts, calls)
      const fresh = await next
      await fresh.logged('Listening')
      await clients.run([...hosts, fresh], calls)
      const leaving = stopped(old)
      await clients.run([...others, fresh], calls)
      await leaving
      hosts = [...others, fresh]
    }
  }
  const [last] = hosts
  const read = (await last?.ask(path))?.body as readonly string[]
  t.diagnostic(`${clients.calls} calls, ${clients.errors.length} errors`)
  assert.deepEqual(clients.errors, [])
  assert.ok(clients.calls > 10 * calls)
  assert.deepEqual(read.toSorted(), clients.texts.toSorted())
})

test('§P87 a release is refused that skips the one its entries are safe after', async (t) => {
  const start = await labOf(t)
  const first = await start('first')
  await first.logged('Listening')
  const refused = await start('contract')
  assert.equal(await refused.exited, 1)
  assert.match(refused.output, /"alter table releases_items drop column name" drops .*an older process is running/)
})
