import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

/** Every insert, update and delete of an idempotency entry, recorded by triggers in a SQLite database. */
export interface EntryHistory extends Disposable {
  /** Changes to the entries of a key, oldest first, one JSON object per line. */
  of(key: string): string
}

const columns = ['id', 'org_id', 'endpoint', 'key', 'state', 'owner', 'epoch', 'status', 'created_at', 'expires_at']

/** Starts to record. @param path the database file */
export function openEntryHistory(path: string): EntryHistory {
  const database = new DatabaseSync(path, { timeout: 30_000 })
  const now = `strftime('%Y-%m-%d %H:%M:%f')`
  const triggers = (['insert', 'update', 'delete'] as const).map((change) => {
    const row = change === 'delete' ? 'old' : 'new'
    const values = columns.map((column) => `${row}.${column}`).join(', ')
    return `create trigger entry_history_${change} after ${change} on idempotency_entries begin
      insert into entry_history (change, at, ${columns.join(', ')}) values ('${change}', ${now}, ${values}); end;`
  })
  database.exec(`create table entry_history (change, at, ${columns.join(', ')}); ${triggers.join('\n')}`)
  return {
    of: (key) =>
      database
        .prepare('select * from entry_history where key = ? order by rowid')
        .all(hash('sha256', key, 'base64url'))
        .map((row) => JSON.stringify(row))
        .join('\n'),
    [Symbol.dispose]: () => database.close(),
  }
}
