/** An instance whose rows move from one database to the other, and the least that such a move takes with the two drivers. */
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { column, definePlugin, model } from '@host/plugin'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { buildOf, runOn, startOn } from './move-lab.ts'
import type { TestDatabase } from '../database/test-databases.ts'

const table = 'moving_entries'
const names = 'id, org_id, name, text, state, count, share, is_open, data, author_id, created_at, changed_at'

const Entry = model(
  table,
  {
    id: column.id('entry'),
    org_id: column.org(),
    name: column.text({ max: 100 }),
    text: column.text(),
    state: column.text({ max: 20 }),
    count: column.integer(),
    share: column.real(),
    is_open: column.boolean(),
    data: column.json({ nullable: true }),
    author_id: column.text({ max: 60 }),
    created_at: column.time(),
    changed_at: column.time({ nullable: true }),
  },
  { index: [['org_id', 'id']] },
)

/** The build of the instance: one table of 12 columns. */
export const movingBuild = buildOf(
  definePlugin({
    name: 'moving',
    info: { title: 'Moving', description: 'Has rows', icon: 'box', category: 'Test', api: '^1' },
    models: [Entry],
    mount() {},
  }),
)

/** Makes an instance with so many rows in an empty SQLite file, and stops it. */
export async function fillMoving(database: TestDatabase, count: number): Promise<void> {
  await (await startOn(database.url, { plugins: movingBuild })).stop()
  await runOn(
    database,
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
     insert into ${table} (${names})
     select printf('entry_%026d', n), printf('org_%026d', n % 100), 'Entry ' || n, 'The text of the entry ' || n || ', of some length',
       'open', n, n / 7.0, n % 2, json_object('rank', n, 'tags', json_array('one', 'two')), printf('usr_%026d', n % 1000),
       '2026-02-03T04:05:06.789Z', case n % 3 when 0 then null else '2026-03-04T05:06:07.089Z' end
     from numbers`,
  )
}

type Row = readonly (string | number | null)[]

/** Rows of one write of a bare copy. */
const perWrite = 5_000
const columns = `id text primary key, org_id text, name text, text text, state text, count bigint, share double precision,
  is_open boolean, data jsonb, author_id text, created_at timestamptz, changed_at timestamptz`

/** Copies the rows to a new table of PostgreSQL, without a proof and in one transaction. @returns how many */
export async function copyToPostgres(source: string, target: string): Promise<number> {
  await using opened = new AsyncDisposableStack()
  const client = opened.adopt(new pg.Client(target), (each) => each.end())
  await client.connect()
  await client.query(`drop table if exists bare; create table bare (${columns})`)
  using database = new DatabaseSync(source, { readOnly: true })
  const statement = database.prepare(`select ${names} from ${table}`)
  statement.setReturnArrays(true)
  const rows = statement.iterate() as Iterable<unknown> as Iterable<Row>
  const copy = client.query(from('copy bare from stdin'))
  await pipeline(Readable.from(textsOf(rows)), copy)
  return copy.rowCount
}

/** The rows have no character that COPY gives a meaning. */
function* textsOf(rows: Iterable<Row>): Generator<string> {
  let lines: string[] = []
  for (const row of rows) {
    lines.push(row.map((value) => value ?? '\\N').join('\t'))
    if (lines.length < perWrite) continue
    yield `${lines.join('\n')}\n`
    lines = []
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`
}

/** Copies the rows to a new SQLite file, without a proof and in one transaction. @returns how many */
export async function copyToSqlite(source: string, target: string): Promise<number> {
  await using opened = new AsyncDisposableStack()
  const client = opened.adopt(new pg.Client(source), (each) => each.end())
  await client.connect()
  using database = new DatabaseSync(target)
  database.exec(
    `pragma journal_mode = wal; pragma synchronous = normal; create table bare (${names}, primary key (id)); begin`,
  )
  const insert = database.prepare(
    `insert into bare values (${names
      .split(', ')
      .map(() => '?')
      .join(', ')})`,
  )
  let count = 0
  let rest = ''
  for await (const chunk of client.query(to(`copy ${table} (${names}) to stdout`)).setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) insert.run(...line.split('\t').map((field) => (field === '\\N' ? null : field)))
    count += lines.length
  }
  database.exec('commit')
  return count
}
