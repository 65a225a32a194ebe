import type { Growth } from '@host/plugin'
import type { HostDatabase } from './models.ts'

/** Counts the accounts or workspaces of the instance in one pass. */
export function growthOf(db: HostDatabase, table: 'users' | 'workspaces', since: string): Promise<Growth> {
  return db
    .selectFrom(table)
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('created_at', '>=', since).as('lately'),
    ])
    .executeTakeFirstOrThrow()
}
