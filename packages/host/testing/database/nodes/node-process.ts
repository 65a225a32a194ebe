/**
 * A separate process that joins the nodes of a database with a short lease and then follows its lines of input: `claim`
 * and `finish` are those of any claim made with a node's id.
 */
import { createInterface } from 'node:readline'
import { NamedStatement } from '../../../src/database/named-statement.ts'
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
    const text = 'insert into claims (id, owner, epoch) values (:claim, :id, 1)'
    say(`claimed ${await change(text, { claim: new TypeIds().next('clm'), id })}`)
  },
  finish: async () => {
    say(`finished ${await change('delete from claims where owner = :id and epoch = 1', { id })}`)
  },
}

createInterface({ input: process.stdin }).on('line', (line) => void orders[line]?.())

async function change(text: string, values: Readonly<Record<string, string>>): Promise<number> {
  return (await database.run(new NamedStatement(database.dialect, text).with(values))).changes
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
