/** An instance moves from SQLite to PostgreSQL and back, with every row of every table. */
import assert from 'node:assert/strict'
import { copyFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { moveHost, planStart, readConfig, type Moved } from '@host/host'
import { hostModels } from '../../../packages/host/src/models/host-models.ts'
import { anyRows, fillTables } from '@host/host/testing/move/fill-tables'
import { testDatabases, type TestDatabase } from '@host/host/testing/database/test-databases'
import type { Model } from '@host/plugin'
import { inTree } from '../../../apps/server/src/edition.ts'
import { emailOf, password } from '../lab/people.ts'
import { secretKey } from '../lab/secret-key.ts'
import { startSpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const [sqlite, postgres] = testDatabases
const log = { debug() {}, info() {}, warn() {}, error() {} }
const plugins = inTree.map((entry) => ({ ...entry, version: '1.0.0', outOfTree: false }))

/** The keys are real, and processes stay behind. */
const own = new Set(['host_keyring', 'host_data_keys', 'host_nodes'])
const models = [...hostModels, ...inTree.flatMap(({ plugin }) => plugin.models)]
  .filter((model): model is Model => model.kind === 'model')
  .filter(({ table }) => !own.has(table))

const opened = new AsyncDisposableStack()
/** A stopped instance in which people worked. */
let source: TestDatabase
let cleo: Visitor

async function empty(product = sqlite): Promise<TestDatabase> {
  if (product === undefined) throw new Error('The database product is missing.')
  return opened.use(await product.create())
}

before(async () => {
  source = await empty()
  await using spec = await startSpecHost({ at: source })
  cleo = (await spec.people()).cleo
})

after(() => opened.disposeAsync())

function optionsOf(url: string) {
  return { plugins, log, config: readConfig({ HOST_DATABASE_URL: url, HOST_SECRET_KEY: secretKey }) }
}

async function move(from: TestDatabase, to: TestDatabase): Promise<Moved> {
  const signal = AbortSignal.timeout(120_000)
  return await moveHost({ ...optionsOf(from.url), to: to.url, signal, onCopied: () => undefined })
}

/** Every row of a SQLite file as it is stored, JSON parsed. */
function dump(path: string): Readonly<Record<string, readonly string[]>> {
  using database = new DatabaseSync(path, { readOnly: true })
  return Object.fromEntries(
    models.map(({ table, columns }) => {
      const statement = database.prepare(`select * from "${table}"`)
      statement.setReadBigInts(true)
      const rows = statement.all().map((row) =>
        JSON.stringify(
          Object.entries(columns).map(([name, { kind }]) => {
            const value = row[name]
            if (typeof value === 'bigint') return String(value)
            return kind === 'json' && typeof value === 'string' ? sorted(JSON.parse(value)) : value
          }),
        ),
      )
      return [table, rows.toSorted()]
    }),
  )
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return Array.isArray(value) ? value.map(sorted) : value
  }
  const entries = Object.entries(value).map(([key, each]) => [key, sorted(each)] as const)
  return entries.toSorted(([one], [other]) => (one < other ? -1 : 1))
}

test('§P129 any rows of every table move from SQLite to PostgreSQL and back with equal hashes', async () => {
  const { failed, seed, errorInstance } = await fc.check(
    fc.asyncProperty(anyRows(models, isSoak ? 40 : 4), async (rows) => {
      const [filled, server, back] = [await empty(), await empty(postgres), await empty()]
      await copyFile(source.url, filled.url)
      assert.deepEqual(fillTables(filled.url, models, rows), [], 'every table has a row')
      const there = await move(filled, server)
      assert.deepEqual((await planStart(optionsOf(server.url))).changes, [])
      const again = await move(server, back)
      assert.deepEqual(again.tables, there.tables)
      assert.deepEqual(dump(back.url), dump(filled.url))
      assert.deepEqual((await planStart(optionsOf(back.url))).changes, [])
    }),
    { numRuns: isSoak ? 10 : 1, endOnFailure: true },
  )
  // The rows themselves would fill screens.
  if (failed) throw new Error(`The rows of seed ${seed} did not move.`, { cause: errorInstance })
})

test('§P129 people go on where they were on the moved instance, and the old database is not served', async () => {
  const server = await empty(postgres)
  await move(source, server)
  await assert.rejects(startSpecHost({ at: source }), /This database was moved to .* Set HOST_DATABASE_URL/)
  await using spec = await startSpecHost({ at: server })
  assert.equal((await cleo.at(spec.visitor().base).get('/api/auth/me')).status, 200, 'her session goes on')
  const dora = await spec.visitor().signIn(emailOf('dora'), password)
  assert.equal((await dora.get('/api/workspaces')).status, 200)
})
