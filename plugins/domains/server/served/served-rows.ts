import type { DnsRecordSet, Queries, ReadQueries } from '@host/plugin'
import type { Tables } from '../models.ts'

const columns = ['id', 'name', 'serial', 'revision', 'secondaries', 'alias'] as const

/** A zone that this host serves. */
export type ServedRow = NonNullable<Awaited<ReturnType<typeof findServed>>>

/** The zone of the workspace with a name; undefined when it is not served here. */
export async function findServed(db: ReadQueries<Tables>, name: string) {
  return await db.selectFrom('domains_served_zones').select(columns).where('name', '=', name).executeTakeFirst()
}

/** The same, locked until the transaction ends. */
export async function lockServed(tx: Queries<Tables>, name: string): Promise<ServedRow | undefined> {
  const rows = tx.selectFrom('domains_served_zones').select(columns).where('name', '=', name)
  return await rows.forUpdate().executeTakeFirst()
}

/** Record sets of a page. */
const pageSize = 1_000

/** The record sets of a zone, in pages. */
export async function* readServedSets(
  db: ReadQueries<Tables>,
  servedId: string,
): AsyncGenerator<readonly DnsRecordSet[]> {
  for (let last = ''; ;) {
    const rows = await db
      .selectFrom('domains_served_sets')
      .select(['id', 'value'])
      .where('served_id', '=', servedId)
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    yield rows.map(({ value }) => value)
    if (rows.length < pageSize) return
    last = rows.at(-1)?.id ?? last
  }
}
