import type pg from 'pg'

/** The columns of each unique key, by the name that a violation gives. */
export type UniqueKeys = ReadonlyMap<string, readonly string[]>

/** Under row-level security the server no longer says which columns a violation was about: it would show their values. */
export async function readUniqueKeys(pool: pg.Pool): Promise<UniqueKeys> {
  const { rows } = await pool.query<{ name: string; columns: readonly string[] }>(
    `select key.relname as "name", json_agg(part.attname order by place.nr) as "columns"
     from pg_index as x join pg_class as key on key.oid = x.indexrelid
       cross join lateral unnest(x.indkey) with ordinality as place (attnum, nr)
       join pg_attribute as part on part.attrelid = x.indrelid and part.attnum = place.attnum
     where x.indisunique and key.relnamespace = current_schema()::regnamespace group by key.relname`,
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}
