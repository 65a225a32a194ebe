/** A process of its own that writes with eight writers and prints each number once it is stored. With `idle` it only opens. */
import { openDatabase } from '../../src/database/open-database.ts'

const database = await openDatabase({ url: process.argv[2] ?? '' })
await database.run({ sql: 'create table if not exists t (n integer primary key)', parameters: [], writes: true })
let last = 0

async function write(): Promise<void> {
  for (;;) {
    last += 1
    const n = last
    await database.run({ sql: 'insert into t values (?)', parameters: [n], writes: true })
    process.stdout.write(`${n}\n`)
  }
}

if (process.argv[3] !== 'idle') await Promise.all(Array.from({ length: 8 }, write))
