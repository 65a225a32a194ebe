import type { Database } from '../../packages/host/src/database/database.ts'
import { NamedStatement } from '../../packages/host/src/database/named-statement.ts'
import { TypeIds } from '../../packages/host/src/database/type-id.ts'
import { workspaceId } from '../servers/session-token.ts'
import type { Work } from './work.ts'

/** A durable insert into a table without an index besides its key, and a durable update of the row. */
export async function bareTable(database: Database, data: unknown): Promise<Work> {
  const ids = new TypeIds()
  const { dialect } = database
  const create =
    'create table bench_bare (id text primary key, org_id text not null, data text not null, state text not null)'
  await database.run({ sql: create, parameters: [], writes: true })
  const insert = new NamedStatement<'id' | 'org' | 'data'>(
    dialect,
    "insert into bench_bare (id, org_id, data, state) values (:id, :org, :data, 'waiting')",
  )
  const update = new NamedStatement<'id'>(dialect, "update bench_bare set state = 'done' where id = :id")
  const text = JSON.stringify(data)
  return {
    act: async () => {
      const id = ids.next('bare')
      await database.run(insert.with({ id, org: workspaceId(0), data: text }))
      await database.run(update.with({ id }))
    },
    settled: async () => undefined,
  }
}
