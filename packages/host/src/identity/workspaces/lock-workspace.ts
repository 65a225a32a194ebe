import type { Queries } from '@host/plugin'
import type { HostTables } from '../models.ts'

/**
 * Serializes changes of a workspace: locks its row until the transaction ends. PostgreSQL locks a row that is updated;
 * SQLite has one writer anyway; `for update` is not known to both.
 * @returns false for one that no longer exists
 */
export async function lockWorkspace(db: Queries<HostTables>, orgId: string): Promise<boolean> {
  const held = await db
    .updateTable('workspaces')
    .set((set) => ({ slug: set.ref('slug') }))
    .where('id', '=', orgId)
    .returning('id')
    .executeTakeFirst()
  return held !== undefined
}
