import { Problem, type EventRecord, type ScopedDatabase } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

/**
 * Ends changes of tokens and keys that were interrupted. Any other changeset waits for a person then, and its zone with
 * it; the program behind a token or key tries again anyway.
 */
export function leaveInterrupted({ changesets, events }: Pick<Parts, 'changesets' | 'events'>): void {
  type Interrupted = EventRecord<{ readonly changesetId: string }>
  events.subscribe<Interrupted['data'], Tables>('unattended', 'changeset.interrupted', async ({ db }, event) => {
    const { changesetId: id } = event.data
    const userId = await authorOf(db, id)
    if (userId !== undefined) await leave(changesets, event.orgId, { id, userId })
  })
}

/** The user who created the token or key behind a changeset. */
async function authorOf(db: ScopedDatabase<Tables>, changeset: string): Promise<string | undefined> {
  const tokens = db.selectFrom('domains_ddns_tokens').select('created_by').where('changeset', '=', changeset)
  const keys = db.selectFrom('domains_dns_keys').select('created_by').where('changeset', '=', changeset)
  return ((await tokens.executeTakeFirst()) ?? (await keys.executeTakeFirst()))?.created_by
}

/** An interrupted changeset, and the user behind it. */
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
