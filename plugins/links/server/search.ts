import { domainToUnicode } from 'node:url'
import { listOf, type SearchHit, type WorkspaceScope } from '@host/plugin'
import type { Tables } from './models.ts'

/** The links whose slug, title or target contains a text, for the palette. */
export async function search({ db }: Pick<WorkspaceScope<Tables>, 'db'>, query: string): Promise<readonly SearchHit[]> {
  const links = db.selectFrom('links_links').select(['id', 'host', 'slug', 'title'])
  const options = { usual: '-id', search: ['slug', 'title', 'url'] } as const
  const { items } = await listOf({ db, input: { q: query, limit: 10 } }, links, options)
  return items.map(({ id, host, slug, title }) => ({
    title: title === '' ? `${domainToUnicode(host)}/${slug}` : title,
    path: `/links/${id}`,
  }))
}
