import type { Growth } from '@host/plugin/platform'
import { countedRows } from './count-by-id.ts'
import type { HostDatabase } from './models.ts'

/** Counts the accounts or workspaces of the instance, by windows of their ids. */
export async function growthOf(db: HostDatabase, table: 'users' | 'workspaces', since: string): Promise<Growth> {
  const growth = { total: 0, lately: 0 }
  for (let after: string | null = ''; after !== null;) {
    const { total, lately, last } = await countWindow(db, table, { since, after })
    growth.total += total
    growth.lately += lately
    after = total < countedRows ? null : last
  }
  return growth
}

interface Window {
  readonly since: string
  readonly after: string
}

function countWindow(db: HostDatabase, table: 'users' | 'workspaces', { since, after }: Window) {
  const window = db
    .selectFrom(table)
    .select(['id', 'created_at'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(countedRows)
  return db
    .selectFrom(window.as('counted'))
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('created_at', '>=', since).as('lately'),
      fn.max('id').as('last'),
    ])
    .executeTakeFirstOrThrow()
}
