import type { Problem, Queries } from '@host/plugin'
import type { Tables } from '../models.ts'
import { placeZone } from './zone-urgency.ts'

/** Stores why a zone could not be read. A changeset that holds it, or a busy workspace, is not a problem of the zone. */
export async function noteProblem(db: Queries<Tables>, id: string, { code }: Problem): Promise<void> {
  if (code === 'target_busy' || code === 'too_many_requests') return
  await db.updateTable('domains_zones').set({ problem: code }).where('id', '=', id).execute()
  await placeZone(db, id)
}
