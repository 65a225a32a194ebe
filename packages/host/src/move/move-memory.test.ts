import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { testDatabases, type TestDatabase, type TestDatabaseProduct } from '../../testing/database/test-databases.ts'
import { fillMoving } from '../../testing/move/moving-rows.ts'

const megabyte = 2 ** 20
/** The rows of the large move take 700 MiB more than those of the small one. */
const [few, many, most] = [100_000, 2_000_000, 100 * megabyte]
const program = new URL('../../testing/move/memory-process.ts', import.meta.url).pathname
const [sqlite, postgres] = testDatabases as readonly [TestDatabaseProduct, TestDatabaseProduct]
const isRun = process.env['HOST_SOAK'] === '1' && process.platform === 'linux'
const isSkipped = !isRun && 'takes HOST_SOAK=1, and reads the memory of a process in /proc'

async function peakOf(from: TestDatabase, to: TestDatabase): Promise<number> {
  const typed = ['--conditions=source', program, from.url, to.url]
  return Number((await promisify(execFile)(process.execPath, typed)).stdout)
}

/** The peaks of a move to a server, and of one back. */
async function peaksOf(count: number): Promise<{ readonly there: number; readonly back: number }> {
  await using file = await sqlite.create()
  await using server = await postgres.create()
  await using again = await sqlite.create()
  await fillMoving(file, count)
  return { there: await peakOf(file, server), back: await peakOf(server, again) }
}

test(`a move of ${many} rows takes no more memory than one of ${few}`, { skip: isSkipped }, async (t) => {
  const [small, large] = [await peaksOf(few), await peaksOf(many)]
  for (const way of ['there', 'back'] as const) {
    const more = large[way] - small[way]
    t.diagnostic(`${way}: ${(more / megabyte).toFixed(0)} MiB above ${(small[way] / megabyte).toFixed(0)} MiB`)
    assert.ok(more <= most, `${way}: ${more} bytes`)
  }
})
