import type { Problem, Queries } from '@host/plugin'
import type { Tables } from '../models.ts'

/** Stores why a zone could not be read. A changeset that holds it is no problem of the zone. */
export async function noteProblem(db: Queries<Tables>, id: string, { code }: Problem): Promise<void> {
  if (code === 'target_busy') return
  await db.updateTable('domains_zones').set({ problem: code }).where('id', '=', id).execute()
}
