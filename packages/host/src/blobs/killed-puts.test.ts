import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { DataAccess } from '../database/data-access.ts'
import type { Database } from '../database/database.ts'
import { migrate } from '../database/migrate/migrate.ts'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { folderPieces } from './folder-pieces.ts'
import { blobModels } from './models.ts'
import { openBlobs } from './open-blobs.ts'
import { until } from '../../testing/until.ts'

const owner = { name: 'host', models: blobModels }
const script = new URL('../../testing/blobs/putting-process.ts', import.meta.url).pathname
const isSoak = process.env['HOST_SOAK'] === '1'
const rounds = isSoak ? 100 : 2
const later = 1_000_000_000_000_000
const warnings: string[] = []
const log = { debug() {}, info() {}, warn: (text: string) => void warnings.push(text), error() {} }

for (const product of testDatabases) {
  // Contents of a folder are recorded in the same rows on either database.
  for (const isInFolder of product.dialect === 'sqlite' || isSoak ? [false, true] : [false]) {
    const place = isInFolder ? `a folder, with ${product.dialect}` : product.dialect
    test(`§P39 a process that is killed while it puts leaves the blob whole, and nothing that is not swept (${place})`, async () => {
      await using stack = new AsyncDisposableStack()
      const fresh = stack.use(await product.create())
      const database = await fresh.open()
      await migrate(database, [owner])
      await database.close()
      const folder = isInFolder ? await mkdtemp(join(tmpdir(), 'host-blobs-')) : ''
      if (isInFolder) stack.defer(() => rm(folder, { recursive: true, force: true }))
      for (let round = 0; round < rounds; round += 1) {
        const answered = await putUntilKilled(fresh.url, folder)
        await assertWhole(fresh, folder, answered)
      }
    })
  }
}

/** @returns the last number that was stored for certain */
async function putUntilKilled(url: string, folder: string): Promise<number> {
  const child = spawn(process.execPath, ['--conditions=source', script, url, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await once(child.stdout, 'data')
  // A real wait: the process is killed at any moment of its work.
  await sleep(Math.random() * 60)
  child.kill('SIGKILL')
  await once(child, 'close')
  return Number(said.trim().split('\n').at(-1))
}

async function assertWhole(
  fresh: { open(): ReturnType<Awaited<ReturnType<(typeof testDatabases)[number]['create']>>['open']> },
  folder: string,
  answered: number,
): Promise<void> {
  const database = await fresh.open()
  await othersGone(database)
  const data = new DataAccess({ database, owners: [owner], onDoor: () => undefined })
  const pieces = folder === '' ? undefined : folderPieces(folder)
  const blobs = openBlobs({
    database,
    data,
    pieces,
    clock: Date.now,
    log,
    now: () => sql.lit(later),
    holdWorkspace: async () => true,
  })
  await blobs.sweeper.sweep()
  assert.deepEqual(warnings, [])
  const blob = await blobs.serviceOf('notes').get('org_a', 'a')
  const bytes = new Uint8Array(await new Response(blob?.body).arrayBuffer())
  const [number = 0] = bytes
  assert.equal(bytes.length, 1_000_000)
  assert.ok(
    bytes.every((byte) => byte === number),
    'one put, and not two',
  )
  assert.ok(number === answered || number === (answered % 250) + 1, `${number} after ${answered} was answered`)
  const left = await data.forHost(blobModels).selectFrom('host_blob_contents').select('state').execute()
  assert.deepEqual(left, [{ state: 'kept' }])
  const files = folder === '' ? [] : (await readdir(folder, { recursive: true })).filter((name) => name.includes('.'))
  assert.equal(files.length, folder === '' ? 0 : 1)
  await database.close()
}

/** Waits for the connections of the killed process: PostgreSQL still finishes a statement that it received. */
async function othersGone(database: Database): Promise<void> {
  if (database.dialect !== 'postgres') return
  const text = `select 1 from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`
  const others = async () => (await database.run({ sql: text, parameters: [], writes: false })).rows.length
  await until(async () => (await others()) === 0)
}
