/** A process of its own that adds two notes to the database of a lab in each transaction, and prints a line once they are stored. */
import { randomBytes } from 'node:crypto'
import { openDatabase } from '../../src/database/open-database.ts'

const database = await openDatabase({ url: process.argv[2] ?? '', isExclusive: false })
for (;;) {
  await database.transaction(async (connection) => {
    for (const part of ['one', 'other']) {
      const id = `lab_${randomBytes(12).toString('hex')}`
      const sql = `insert into lab_notes (id, org_id, title) values ('${id}', 'org_1', '${part}')`
      await connection.run({ sql, parameters: [], writes: true })
    }
  })
  process.stdout.write('2\n')
}
