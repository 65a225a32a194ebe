import { UniqueViolation, type Queries } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { LinkRow } from './link-rows.ts'
import { slugTaken } from './slug-taken.ts'

/** The address of a link. */
export interface AddressKey {
  readonly key: string
  readonly linkId: string
}

/** Whether the address of a link is kept: it is on paper, or the operator has stopped it, which no new link may undo. */
export function keepsKey({ printed_at, quarantine }: Pick<LinkRow, 'printed_at' | 'quarantine'>): boolean {
  return printed_at !== null || quarantine !== null
}

/** Keeps the address of a link, so that no other link ever gets it. */
export async function retireKey(tx: Queries<Tables>, { key, linkId }: AddressKey): Promise<void> {
  await tx
    .insertInto('links_retired')
    .values({ index_key: key, link_id: linkId })
    .onConflict((conflict) => conflict.column('index_key').doNothing())
    .execute()
}

/**
 * Refuses an address that was kept of another link, of whatever workspace: the key is taken for a moment, which only one
 * transaction can. A link that was renamed may take its own again.
 * @throws Problem `conflict`
 */
export async function requireFresh(tx: Queries<Tables>, { key, linkId }: AddressKey): Promise<void> {
  await tx.deleteFrom('links_retired').where('index_key', '=', key).where('link_id', '=', linkId).execute()
  try {
    await tx.insertInto('links_retired').values({ index_key: key, link_id: linkId }).execute()
  } catch (error) {
    if (error instanceof UniqueViolation) throw slugTaken(error)
    throw error
  }
  await tx.deleteFrom('links_retired').where('index_key', '=', key).execute()
}
