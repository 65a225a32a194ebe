/** Events on a real database without the rest of a host, for tests of the order in which they are read. */
import type { Database } from '../../src/database/database.ts'
import { DataAccess } from '../../src/database/data-access.ts'
import { migrate } from '../../src/database/migrate/migrate.ts'
import type { Statement } from '../../src/database/statement.ts'
import { tablesOf } from '../database/tables-of.ts'
import type { TestDatabaseProduct } from '../database/test-databases.ts'
import { EventReader, type EventsWanted } from '../../src/events/event-reader.ts'
import { EventWriter } from '../../src/events/event-writer.ts'
import { eventModels } from '../../src/events/models.ts'

/** Events that tests write and read. */
export interface StoredEvents extends AsyncDisposable {
  readonly database: Database
  readonly reader: EventReader
  readonly clock: { now: number }
  /** The insert of a workspace's event. */
  made(orgId: string, name?: string): { readonly id: string; readonly statement: Statement }
  /** Writes an event. @returns its id */
  write(orgId: string, name?: string): Promise<string>
  /** Ids of a page. */
  ids(orgId: string, wanted?: Partial<EventsWanted>): Promise<readonly string[]>
}

const owners = [{ name: 'host', models: eventModels, migrations: [] }]
const tables = tablesOf(owners)

/** Opens a fresh database with the table of events. */
export async function openStoredEvents(product: TestDatabaseProduct): Promise<StoredEvents> {
  const fresh = await product.create(tables)
  const database = await fresh.open({ durability: 'normal' })
  await migrate(database, owners)
  const data = new DataAccess({ database, owners, onDoor: () => undefined })
  const reader = new EventReader({ database, data })
  const clock = { now: Date.UTC(2026, 0, 31) }
  const writer = new EventWriter(database.dialect, () => clock.now)
  const made = (orgId: string, name = 'note.created') => {
    const { ids, statement } = writer.insert([{ orgId, name, plugin: 'notes', data: '{"noteId":"one"}' }])
    return { id: ids[0] ?? '', statement }
  }
  return {
    database,
    reader,
    clock,
    made,
    write: async (orgId, name) => {
      const { id, statement } = made(orgId, name)
      await database.run(statement)
      return id
    },
    ids: async (orgId, wanted) => (await reader.page(orgId, { limit: 200, ...wanted })).items.map(({ id }) => id),
    [Symbol.asyncDispose]: () => fresh[Symbol.asyncDispose](),
  }
}
