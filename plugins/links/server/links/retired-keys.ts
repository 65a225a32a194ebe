import { UniqueViolation, type Queries } from '@host/plugin'
import type { Tables } from '../models.ts'
import { slugTaken } from './slug-taken.ts'

/** Keeps the address of a link that was printed, so that no other link ever gets it. */
export async function retireKey(tx: Queries<Tables>, key: string): Promise<void> {
  await tx
    .insertInto('links_retired')
    .values({ index_key: key })
    .onConflict((conflict) => conflict.column('index_key').doNothing())
    .execute()
}

/**
 * Refuses an address that a deleted link had on paper, of whatever workspace: the key is taken for a moment, which only one
 * transaction can.
 * @throws Problem `conflict`
 */
export async function requireFresh(tx: Queries<Tables>, key: string): Promise<void> {
  try {
    await tx.insertInto('links_retired').values({ index_key: key }).execute()
  } catch (error) {
    if (error instanceof UniqueViolation) throw slugTaken(error)
    throw error
  }
  await tx.deleteFrom('links_retired').where('index_key', '=', key).execute()
}
