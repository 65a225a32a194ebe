import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { testDatabases, type TestDatabase, type TestDatabaseProduct } from '../../testing/database/test-databases.ts'
import { fillMoving } from '../../testing/move/moving-rows.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const megabyte = 2 ** 20
/** Of a small move and a large one, and the most memory that is between them. The rows of a soak take 700 MiB more. */
const [few, many, most] = isSoak ? [100_000, 2_000_000, 100 * megabyte] : [1_000, 12_000, 100 * megabyte]
const program = new URL('../../testing/move/memory-process.ts', import.meta.url).pathname
const [sqlite, postgres] = testDatabases as readonly [TestDatabaseProduct, TestDatabaseProduct]
const isSkipped = process.platform !== 'linux' && 'reads the memory of a process in /proc'

async function peakOf(from: TestDatabase, to: TestDatabase): Promise<number> {
  const typed = ['--conditions=source', program, from.url, to.url]
  return Number((await promisify(execFile)(process.execPath, typed)).stdout)
}

test(`a move of ${many} rows takes no more memory than one of ${few}`, { skip: isSkipped }, async (t) => {
  const peaks: (readonly [there: number, back: number])[] = []
  for (const count of [few, many]) {
    await using file = await sqlite.create()
    await using server = await postgres.create()
    await using again = await sqlite.create()
    await fillMoving(file, count)
    const there = await peakOf(file, server)
    peaks.push([there, isSoak ? await peakOf(server, again) : there])
  }
  const [small = [0, 0], large = [0, 0]] = peaks
  for (const at of [0, 1] as const) {
    const more = large[at] - small[at]
    t.diagnostic(`${(more / megabyte).toFixed(0)} MiB above ${(small[at] / megabyte).toFixed(0)} MiB`)
    assert.ok(more <= most, `${more} bytes`)
  }
})
