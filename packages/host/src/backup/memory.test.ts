import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { BackupLab } from '../../testing/backup/backup-lab.ts'
import { newKeyPair } from './chunks/recipient.ts'
import { backupMemory } from './runs/backup-memory.ts'
import { testDatabases, type TestDatabaseProduct } from '../../testing/database/test-databases.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const megabyte = 2 ** 20
/** Of the database, and the most memory that its size may not raise. */
const size = isSoak ? 10_240 * megabyte : 60 * megabyte
const most = 64 * megabyte
const program = new URL('../../testing/backup/memory-process.ts', import.meta.url).pathname
const [sqlite] = testDatabases as readonly [TestDatabaseProduct]

/** Random bytes: none is compressed, and no two parts are equal. */
async function fill(lab: BackupLab): Promise<void> {
  const database = await lab.open()
  const part = 60_000
  const sql = `
    insert into lab_notes (id, org_id, title, is_open, content)
    with recursive rows(nth) as (select 1 union all select nth + 1 from rows where nth < ${Math.ceil(size / part)})
    select 'lab_' || printf('%026d', nth), 'org_1', 'A note', 0, randomblob(${part}) from rows`
  await database.run({ sql, parameters: [], writes: true })
  await database.close()
}

const isSkipped = process.platform !== 'linux' && 'reads the memory of a process in /proc'

test(
  `an encrypted backup and a restore of ${size / megabyte} MiB take at most ${most / megabyte} MiB of memory`,
  { skip: isSkipped },
  async (t) => {
    await using lab = await BackupLab.open(sqlite)
    await fill(lab)
    const { recipient, identity } = await newKeyPair()
    const peakOf = async (work: 'nothing' | 'backup' | 'restore'): Promise<number> => {
      const typed = ['--conditions=source', program, work, lab.url, lab.folder, lab.key, recipient, identity]
      const env = { ...process.env, ...backupMemory }
      return Number((await promisify(execFile)(process.execPath, typed, { env })).stdout)
    }
    const idle = await peakOf('nothing')
    for (const work of ['backup', 'restore'] as const) {
      const more = (await peakOf(work)) - idle
      t.diagnostic(`${work}: ${(more / megabyte).toFixed(0)} MiB above ${(idle / megabyte).toFixed(0)} MiB`)
      assert.ok(more <= most, `a ${work} takes ${more} bytes`)
    }
  },
)
