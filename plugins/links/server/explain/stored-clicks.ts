/** Single clicks as they are stored: the only place here that knows their table. */
import { Problem, type ReadQueries, type ScopedDatabase } from '@host/plugin'
import { linkLimits, type StoredClick } from '../../shared.ts'
import { clicksOfPack } from '../clicks/mount-clicks.ts'
import type { Tables } from '../models.ts'

/** Rows of a page, each with some clicks. */
const pageSize = 200

/** A click of the list. @throws Problem `not_found` */
export async function findClick(db: ReadQueries<Tables>, id: string): Promise<StoredClick> {
  const [packId = ''] = id.split('.', 1)
  const pack = await db.selectFrom('links_packs').select(['id', 'data']).where('id', '=', packId).executeTakeFirst()
  const click = pack && clicksOfPack(pack.id, pack.data).find((each) => each.id === id)
  if (click === undefined) throw new Problem('not_found')
  return click
}

/** The latest clicks of a link, page by page, up to the limit of a file. */
export async function* clickPages(db: ScopedDatabase<Tables>, linkId: string): AsyncGenerator<readonly StoredClick[]> {
  const reads = db.backgroundReads()
  let left: number = linkLimits.exportedClicks
  let last: Pack | undefined
  do {
    const page: readonly Pack[] = await nextPage(reads, linkId, last)
    const clicks = page.flatMap(({ id, data }) => clicksOfPack(id, data)).slice(0, left)
    if (clicks.length > 0) yield clicks
    left -= clicks.length
    last = page.length < pageSize ? undefined : page.at(-1)
  } while (left > 0 && last !== undefined)
}

type Pack = Awaited<ReturnType<typeof nextPage>>[number]

async function nextPage(
  db: ReadQueries<Tables>,
  linkId: string,
  last: { readonly id: string; readonly at: string } | undefined,
) {
  const packs = db.selectFrom('links_packs').select(['id', 'at', 'data']).where('link_id', '=', linkId)
  const rest =
    last === undefined
      ? packs
      : packs.where((where) =>
          where.or([where('at', '<', last.at), where.and([where('at', '=', last.at), where('id', '<', last.id)])]),
        )
  return await rest.orderBy('at', 'desc').orderBy('id', 'desc').limit(pageSize).execute()
}
