import { DataAccess } from '../../packages/host/src/database/data-access.ts'
import { migrate } from '../../packages/host/src/database/migrate/migrate.ts'
import { openDatabase } from '../../packages/host/src/database/open-database.ts'
import { models } from '../../plugins/links/server/models.ts'
import type { LinkRule } from '../../plugins/links/shared.ts'
import { linkKey } from '../../plugins/links/server/redirect/index-key.ts'

const perStatement = 1_000
/** Characters of a target. */
const targetLength = 60

/** The host of all links. */
export const linksHost = 'go.bench.test'

/** The path of the n-th link. */
export function linkSlug(number: number): string {
  return number.toString(36).padStart(7, '-')
}

/** The path of the n-th link with five rules. */
export function ruledSlug(number: number): string {
  return `ruled${linkSlug(number)}`
}

/** Links that have rules. */
export const ruledLinks = 1_000

/** Fills a database that has none with short links on the shared host, all of one workspace, and some that have rules. */
export async function fillLinks(path: string, count: number, orgId: string): Promise<void> {
  const owners = [{ name: 'links', models }]
  const database = await openDatabase({ url: path, durability: 'normal' })
  try {
    await migrate(database, owners)
    const access = new DataAccess({ database, owners, onDoor: () => {} })
    const db = access.inWorkspace<LinkTables>('links', orgId)
    const known = await db.selectFrom('links_links').select('slug').limit(1).executeTakeFirst()
    if (known !== undefined) return
    for (let start = 0; start < count; start += perStatement) {
      const length = Math.min(perStatement, count - start)
      const links = Array.from({ length }, (_, index) => linkOf(start + index))
      await db.insertInto('links_links').values(links).execute()
    }
    const ruled = Array.from({ length: ruledLinks }, (_, number) => ({ ...linkOf(number, ruledSlug(number)), rules }))
    await db.insertInto('links_links').values(ruled).execute()
  } finally {
    await database.close()
  }
}

interface LinkTables {
  readonly links_links: ReturnType<typeof linkOf> & { rules?: readonly LinkRule[] }
}

/** None of them holds for a visit without headers, so all are tried. */
const rules: readonly LinkRule[] = [
  { url: 'https://tv.example.com/', conditions: [{ on: 'device', values: ['tv', 'tablet'] }] },
  { url: 'https://de.example.com/', conditions: [{ on: 'language', values: ['de', 'fr'] }] },
  { url: 'https://fox.example.com/', conditions: [{ on: 'browser', values: ['Firefox'] }] },
  { url: 'https://news.example.com/', conditions: [{ on: 'referrer', values: ['news.example.com'] }] },
  { url: 'https://ads.example.com/', conditions: [{ on: 'query', name: 'utm_source', values: ['ads'] }] },
]

function linkOf(number: number, slug = linkSlug(number)) {
  return {
    index_key: linkKey({ own: undefined, isCaseSensitive: false }, slug),
    host: linksHost,
    slug,
    url: `https://www.example.com/campaigns/${number}?utm=`.padEnd(targetLength, 'x'),
    created_by: 'usr_00000000000000000000000000',
  }
}
