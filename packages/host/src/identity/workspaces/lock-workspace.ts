import type { Queries } from '@host/plugin'
import type { HostTables } from '../models.ts'

/**
 * Makes changes of a workspace come one after the other: holds its row until the transaction ends. PostgreSQL locks a
 * row that is updated; SQLite has one writer anyway; `for update` is not known to both.
 */
export async function lockWorkspace(db: Queries<HostTables>, orgId: string): Promise<void> {
  await db
    .updateTable('workspaces')
    .set((set) => ({ slug: set.ref('slug') }))
    .where('id', '=', orgId)
    .execute()
}
