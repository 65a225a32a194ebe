import { domainToASCII } from 'node:url'
import { listOf, type EndpointInput, type ListPage, type ScopedDatabase } from '@host/plugin'
import type { Link, listLinks } from '../../shared.ts'
import { tagNamed } from '../labels/link-tags.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { shownColumns, shownLinks } from './link-rows.ts'

export type LinkListInput = EndpointInput<typeof listLinks>

const columns = shownColumns.map((name) => `links_links.${name}` as const)

const options = {
  usual: '-id',
  sort: {
    createdAt: 'links_links.created_at',
    // With the host first, and without case where the host has none.
    slug: 'links_links.index_key',
    title: 'links_links.title',
  },
  search: { by: 'links_links.id' },
} as const

const filter = {
  host: 'links_links.host',
  isEnabled: 'links_links.is_enabled',
  folderId: 'links_links.folder_id',
  externalId: 'links_links.external_id',
  isArchived: 'links_links.is_archived',
} as const

/** A page of links. Archived ones are listed where they are asked for, or one of them is by its external ID. */
export async function linksPage(
  parts: Pick<Parts, 'edge' | 'clock'>,
  db: ScopedDatabase<Tables>,
  { tag, ...input }: LinkListInput,
): Promise<ListPage<Link>> {
  const host = input.host === undefined ? {} : { host: domainToASCII(input.host) }
  const asked = { ...input, ...host }
  const page = await (tag === undefined ? plainPage(db, asked) : taggedPage(db, { ...asked, tag }))
  return { ...page, items: await shownLinks(parts, db, page.items) }
}

function plainPage(db: ScopedDatabase<Tables>, input: Omit<LinkListInput, 'tag'>) {
  const all = db.selectFrom('links_links').select(columns)
  const links = showsAll(input) ? all : all.where('links_links.is_archived', '=', false)
  return listOf({ db, input }, links, { ...options, id: 'links_links.id', filter })
}

/** Read by the index of the tag, which has the order of its links. */
async function taggedPage(db: ScopedDatabase<Tables>, input: LinkListInput & { readonly tag: string }) {
  const links = db.selectFrom('links_tagged').innerJoin('links_links', (join) =>
    // An expression, so that no database begins with the index of all links.
    join.on((build) => build('links_links.id', '=', build.fn.coalesce('links_tagged.link_id', build.val('')))),
  )
  const tag = (await tagNamed(db, input.tag)) ?? ''
  const wanted = { ...input, tag, ...(!showsAll(input) && { isArchived: false }) }
  const byTag = { ...options, id: 'links_tagged.link_id', filter: { ...filter, tag: 'links_tagged.tag_id' } } as const
  return await listOf({ db, input: wanted }, links.select(columns), byTag)
}

function showsAll({ isArchived, externalId }: Omit<LinkListInput, 'tag'>): boolean {
  return isArchived !== undefined || externalId !== undefined
}
