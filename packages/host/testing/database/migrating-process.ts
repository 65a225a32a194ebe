/** A process of its own that waits for a line, migrates, and prints how many statements it ran. */
import { once } from 'node:events'
import { column, model } from '@host/plugin'
import { migrate } from '../../src/database/migrate/migrate.ts'
import { openDatabase } from '../../src/database/open-database.ts'

const models = Array.from({ length: 100 }, (_, place) =>
  model(`notes_${place}`, { id: column.id('note'), org_id: column.org(), title: column.text() }),
)
const database = await openDatabase({ url: process.argv[2] ?? '', isExclusive: false })
process.stdout.write('ready\n')
await once(process.stdin, 'data')
const statements = await migrate(database, [{ name: 'notes', models }])
await database.close()
process.stdout.write(`${statements.length}\n`)
process.stdin.destroy()
