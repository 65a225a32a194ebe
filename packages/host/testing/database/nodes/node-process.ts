/**
 * A separate process that joins the nodes of a database with a short lease and then follows its lines of input: `claim`
 * and `finish` are those of any claim made with a node's id.
 */
import { createInterface } from 'node:readline'
import type { Database } from '../../../src/database/database.ts'
import type { Statement } from '../../../src/database/statement.ts'
import { TypeIds } from '../../../src/database/type-id.ts'
import { openDatabase } from '../../../src/database/open-database.ts'
import { enterNodes } from '../../../src/database/nodes/enter-nodes.ts'
import { joinNodes } from '../../../src/database/nodes/join-nodes.ts'
import { openLeaseThread } from '../../../src/database/nodes/open-lease-thread.ts'

const [url = '', lease = ''] = process.argv.slice(2)
const database = await openDatabase({ url, isExclusive: false })
const { leaseThread } = openLeaseThread({ database, databaseUrl: url, threadCode: undefined })
const entry = await database.transaction((connection) => enterNodes(connection, database.dialect))
const { id } = await joinNodes({
  database,
  entry,
  leaseThread,
  isFirst: false,
  lease: Number(lease),
  renewal: Number(lease) / 6,
  onChange: (lapsed) => say(`changed ${lapsed === undefined ? 'kept' : 'lapsed'}`),
})
say(`joined ${id}`)

const orders: Readonly<Record<string, () => void | Promise<void>>> = {
  block: () => {
    const until = performance.now() + 1.5 * Number(lease)
    while (performance.now() < until) continue
    say('unblocked')
  },
  claim: async () => {
    const sql = 'insert into claims (id, owner, epoch) values (?, ?, 1)'
    say(`claimed ${await change(database, sql, [new TypeIds().next('clm'), id])}`)
  },
  finish: async () => {
    say(`finished ${await change(database, 'delete from claims where owner = ? and epoch = 1', [id])}`)
  },
}

createInterface({ input: process.stdin }).on('line', (line) => void orders[line]?.())

async function change({ dialect, run }: Database, sql: string, parameters: readonly string[]): Promise<number> {
  let place = 0
  const text = dialect === 'sqlite' ? sql : sql.replaceAll('?', () => `$${(place += 1)}`)
  const statement: Statement = { sql: text, parameters, writes: true }
  return (await run.call(database, statement)).changes
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
