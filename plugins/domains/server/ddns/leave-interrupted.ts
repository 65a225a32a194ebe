import { Problem, type EventRecord } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

/**
 * Ends updates that were interrupted. Any other changeset waits for a person then, and its zone with it; the client of
 * dynamic DNS sends its address again anyway.
 */
export function leaveInterrupted({ changesets, events }: Pick<Parts, 'changesets' | 'events'>): void {
  type Interrupted = EventRecord<{ readonly changesetId: string }>
  events.subscribe<Interrupted['data'], Tables>('ddns', 'changeset.interrupted', async ({ db }, event) => {
    const { changesetId: id } = event.data
    const rows = db.selectFrom('domains_ddns_tokens').select('created_by').where('changeset', '=', id)
    const token = await rows.executeTakeFirst()
    if (token !== undefined) await leave(changesets, event.orgId, { id, userId: token.created_by })
  })
}

/** An interrupted changeset, and the user behind its token. */
export interface LeftChangeset {
  readonly id: string
  readonly userId: string
}

/** Ends an interrupted changeset as it is. One that has ended meanwhile stays so. */
export async function leave(
  changesets: Parts['changesets'],
  orgId: string,
  { id, userId }: LeftChangeset,
): Promise<void> {
  try {
    await changesets.leave(orgId, id, userId)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'conflict') throw error
  }
}
