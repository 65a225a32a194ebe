import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { folderPieces } from '../blobs/folder-pieces.ts'
import { blobModels } from '../blobs/models.ts'
import { openBlobs } from '../blobs/open-blobs.ts'
import { DataAccess } from '../database/data-access.ts'
import { testDatabases, type TestDatabase } from '../../testing/database/test-databases.ts'
import { sendPicture, startUploadProcess } from '../../testing/uploads/start-upload-process.ts'

const secretKey = randomBytes(32).toString('base64')
const isSoak = process.env['HOST_SOAK'] === '1'
const rounds = isSoak ? 50 : 2
const later = 1_000_000_000_000_000
const log = { debug() {}, info() {}, warn() {}, error() {} }
const megabyte = 1024 * 1024

for (const product of testDatabases) {
  for (const isInFolder of [false, true]) {
    const place = isInFolder ? `a folder, with ${product.dialect}` : product.dialect
    test(`a process that is killed while it receives files leaves rows with whole files, and nothing else (${place})`, async (context) => {
      const fresh = await product.create()
      const folder = await mkdtemp(join(tmpdir(), 'host-uploads-'))
      context.after(async () => {
        await fresh[Symbol.asyncDispose]()
        await rm(folder, { recursive: true, force: true })
      })
      const stored = join(folder, 'blobs')
      let answered = 0
      for (let round = 0; round < rounds; round += 1) {
        answered += await uploadUntilKilled({
          HOST_DATABASE_URL: fresh.url,
          HOST_SECRET_KEY: secretKey,
          ...(isInFolder ? { HOST_BLOBS: stored } : {}),
        })
        await assertWhole(fresh, isInFolder ? stored : undefined, answered)
      }
    })
  }
}

/** @returns how many uploads were answered */
async function uploadUntilKilled(environment: Readonly<Record<string, string>>): Promise<number> {
  const host = await startUploadProcess(environment)
  let answered = 0
  const over = new AbortController()
  const sending = [1, 2, 3].map(async () => {
    while (!over.signal.aborted) {
      const size = megabyte + Math.floor(Math.random() * 2 * megabyte)
      const answer = await sendPicture(host, size, over.signal).catch(() => undefined)
      if (answer?.status === 201) answered += 1
    }
  })
  // A real wait: the process is killed at any moment of its work.
  await sleep(200 + Math.random() * 300)
  await host.kill()
  over.abort()
  await Promise.all(sending)
  return answered
}

async function assertWhole(fresh: TestDatabase, folder: string | undefined, answered: number): Promise<void> {
  const database = await fresh.open()
  try {
    const owner = { name: 'host', models: blobModels }
    const data = new DataAccess({ database, owners: [owner], onDoor: () => undefined })
    const pieces = folder === undefined ? undefined : folderPieces(folder)
    const now = (): ReturnType<typeof sql.lit<number>> => sql.lit(later)
    const holdWorkspace = async (): Promise<boolean> => true
    const blobs = openBlobs({ database, data, pieces, clock: Date.now, log, now, holdWorkspace })
    const begun = await data.forHost(blobModels).selectFrom('host_blob_contents').select('id').execute()
    await blobs.sweeper.sweep()
    const { rows } = await database.run({ sql: 'select * from files_files', parameters: [], writes: false })
    const keys = await data.forHost(blobModels).selectFrom('host_blobs').select(['name', 'size']).execute()
    assert.deepEqual(
      keys.map(({ name, size }) => `${name} ${size}`).toSorted(),
      rows.map(({ key, size }) => `${String(key)} ${String(size)}`).toSorted(),
    )
    assert.ok(rows.length >= answered, `${rows.length} rows, ${answered} answers, ${begun.length} contents`)
    for (const row of rows) {
      const blob = await blobs.serviceOf('files').get(String(row['org_id']), String(row['key']))
      assert.equal((await new Response(blob?.body).arrayBuffer()).byteLength, row['size'])
    }
    const left = await data.forHost(blobModels).selectFrom('host_blob_contents').select('state').execute()
    assert.ok(left.every(({ state }) => state === 'kept') && left.length === rows.length)
    await assertFolder(folder, left.length)
  } finally {
    await database.close()
  }
}

async function assertFolder(folder: string | undefined, contents: number): Promise<void> {
  if (folder === undefined) return
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.0'))
  assert.equal(files.length, contents)
}
