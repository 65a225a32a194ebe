/**
 * The first step of joining the nodes of a database. A process enters in the transaction that migrates, so that every
 * later migration sees it, however long the rest of its start takes; `join-nodes.ts` renews that lease from then on.
 */
import type { Connection } from '../driver.ts'
import { NamedStatement } from '../named-statement.ts'
import type { Dialect, Statement } from '../statement.ts'
import { TypeIds } from '../type-id.ts'
import { leaseMoment } from './lease-clock.ts'

/** A process that has migrated and does not serve yet. */
export interface NodeEntry {
  readonly id: string
  /** The position of the newest migration entry that it knows. */
  readonly migratedTo: number
}

/** How long a start may take after it migrated, in milliseconds. */
const startLease = 60_000

/** Makes this process a node, at the end of its migration. */
export async function enterNodes(connection: Connection, dialect: Dialect): Promise<NodeEntry> {
  const { rows } = await connection.run(read('select coalesce(max(position), 0) as "position" from host_migrations'))
  const entry = { id: new TypeIds().next('node'), migratedTo: Number(rows[0]?.['position']) }
  await connection.run(holdNode(dialect, entry, `${leaseMoment[dialect]} + ${startLease}`))
  return Object.freeze(entry)
}

/** Renews the lease of a node, or takes it again when its row was removed. */
export function holdNode(dialect: Dialect, { id, migratedTo }: NodeEntry, until: string): Statement {
  const text =
    `insert into host_nodes (id, lease_until, migrated_to) values (:id, ${until}, ${migratedTo}) ` +
    'on conflict (id) do update set lease_until = excluded.lease_until'
  return new NamedStatement<'id'>(dialect, text).with({ id })
}

/** Gives the lease back. */
export function leaveNodes(dialect: Dialect, id: string): Statement {
  return new NamedStatement<'id'>(dialect, 'delete from host_nodes where id = :id').with({ id })
}

function read(sql: string): Statement {
  return { sql, parameters: [], writes: false }
}
