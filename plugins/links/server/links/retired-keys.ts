import { Problem, UniqueViolation, type Queries } from '@host/plugin'
import { linkLimits } from '../../shared.ts'
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
 * Refuses another address on paper where the workspace has given up many already: no other link gets those. A deletion is never
 * refused, so a code is not printed then either.
 * @throws Problem `conflict`
 */
export async function requirePrintable(tx: Queries<Tables>): Promise<void> {
  const rows = tx
    .selectFrom('links_retired')
    .select('id')
    .limit(1)
    .offset(linkLimits.retired - 1)
  if ((await rows.executeTakeFirst()) !== undefined) throw new Problem('conflict', tooMany)
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

const tooMany = {
  detail: {
    en: `This workspace has reached the limit of ${linkLimits.retired} former addresses of printed links.`,
    zh: `此工作区中已打印链接的旧地址已达到 ${linkLimits.retired} 个的上限。`,
  },
  nextStep: {
    en: 'Use a printed link again: keep its address and change its target.',
    zh: '请继续使用已打印的链接：保留其地址，只更改目标网址。',
  },
}
