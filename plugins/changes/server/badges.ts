import type { WorkspaceScope } from '@host/plugin'
import type { Tables } from './models.ts'

const mostCounted = 100

/** Plans that wait for a review. */
export async function badges({
  db,
  now,
}: Pick<WorkspaceScope<Tables>, 'db' | 'now'>): Promise<Readonly<Record<string, number>>> {
  const waiting = await db
    .selectFrom('host_changesets')
    .select('id')
    .where('state', '=', 'planned')
    .where('expires_at', '>', now().toISOString())
    .limit(mostCounted)
    .execute()
  return { changes: waiting.length }
}
