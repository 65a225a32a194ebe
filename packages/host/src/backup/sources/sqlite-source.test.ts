import assert from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openSqliteSource } from './sqlite-source.ts'

/** More than would be written while the copy is made; without an end, a copy that begins again would have none. */
const mostWrites = 3_000

test('a copy of many steps has the rows of one moment, whatever is written between them', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'host-source-'))
  const path = join(folder.path, 'host.db')
  using database = new DatabaseSync(path)
  database.exec(`
    pragma journal_mode = wal;
    create table notes (content blob);
    insert into notes with recursive rows(nth) as (select 1 union all select nth + 1 from rows where nth < 200)
      select randomblob(60000) from rows`)
  const insert = database.prepare('insert into notes values (randomblob(10))')
  const end = new AbortController()
  const opening = openSqliteSource(path, Date.now).finally(() => end.abort())
  let written = 200
  for (; !end.signal.aborted && written < mostWrites; written += 1) {
    insert.run()
    await nextTurn()
  }
  await using source = await opening
  const { notes = 0 } = await source.rows()
  assert.ok(notes >= 200 && notes < written, `${notes} of ${written} rows`)
})
