/** The tags of links. */
import { Problem, type Queries, type ReadQueries } from '@host/plugin'
import { linkLimits } from '../../shared.ts'
import type { Tables } from '../models.ts'
import { foldName } from './fold-name.ts'
import { requireRoom } from './label-limit.ts'

/** A change of the tags of a link; all of them, or some more or fewer. */
export interface TagChange {
  readonly tags?: readonly string[] | undefined
  readonly addTags?: readonly string[] | undefined
  readonly removeTags?: readonly string[] | undefined
}

/** Names of the tags of links, by the ID of the link. */
export async function tagsOf(
  db: ReadQueries<Tables>,
  linkIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (linkIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('links_tagged')
    .innerJoin('links_tags', 'links_tags.id', 'links_tagged.tag_id')
    .select(['links_tagged.link_id', 'links_tags.name'])
    .where('links_tagged.link_id', 'in', linkIds)
    .orderBy('links_tags.folded')
    .execute()
  const groups = Map.groupBy(rows, ({ link_id }) => link_id)
  return new Map([...groups].map(([id, tags]) => [id, tags.map(({ name }) => name)]))
}

/** Changes the tags of a link, which is locked or new. @throws Problem `conflict`, `invalid_input` */
export async function changeTags(tx: Queries<Tables>, linkId: string, change: TagChange): Promise<void> {
  const { tags, addTags = [], removeTags = [] } = change
  if (tags === undefined && addTags.length === 0 && removeTags.length === 0) return
  const removed = await knownTags(tx, removeTags)
  const added = await createdTags(tx, [...(tags ?? []), ...addTags])
  const old = tx.deleteFrom('links_tagged').where('link_id', '=', linkId)
  if (tags !== undefined) await old.execute()
  else if (removed.length > 0) await old.where('tag_id', 'in', removed).execute()
  if (added.length === 0) return
  await tx
    .insertInto('links_tagged')
    .values(added.map((id) => ({ tag_id: id, link_id: linkId })))
    .onConflict((conflict) => conflict.columns(['org_id', 'tag_id', 'link_id']).doNothing())
    .execute()
  const all = (await tagsOf(tx, [linkId])).get(linkId) ?? []
  if (all.length > linkLimits.tagsOfLink) throw new Problem('invalid_input', { errors: [{ path, message: tooMany }] })
}

/** The ID of the tag with a name; undefined without one. */
export async function tagNamed(db: ReadQueries<Tables>, name: string): Promise<string | undefined> {
  const tags = db.selectFrom('links_tags').select('id').where('folded', '=', foldName(name))
  return (await tags.executeTakeFirst())?.id
}

async function knownTags(db: ReadQueries<Tables>, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return []
  const tags = db.selectFrom('links_tags').select('id').where('folded', 'in', names.map(foldName))
  return (await tags.execute()).map(({ id }) => id)
}

/** IDs of tags by their names; those that are new are created. */
async function createdTags(tx: Queries<Tables>, names: readonly string[]): Promise<readonly string[]> {
  const wanted = new Map(names.map((name) => [foldName(name), name.trim()]))
  if (wanted.size === 0) return []
  const tags = tx
    .selectFrom('links_tags')
    .select(['id', 'folded'])
    .where('folded', 'in', [...wanted.keys()])
  const known = await tags.execute()
  if (known.length === wanted.size) return known.map(({ id }) => id)
  for (const { folded } of known) wanted.delete(folded)
  await requireRoom(tx, 'links_tags', { more: wanted.size, path })
  await tx
    .insertInto('links_tags')
    .values([...wanted].map(([folded, name]) => ({ folded, name })))
    .onConflict((conflict) => conflict.columns(['org_id', 'folded']).doNothing())
    .execute()
  return (await tags.execute()).map(({ id }) => id)
}

const path = 'tags'
const tooMany = {
  en: `A link has at most ${linkLimits.tagsOfLink} tags.`,
  zh: `一个链接最多有 ${linkLimits.tagsOfLink} 个标签。`,
}
