/** The rows of the memory index: every link, as redirects need it. */
import type { InstanceTables, ReadQueries, ScopedDatabase } from '@host/plugin'
import type { IndexRow, IndexSource } from '@host/plugin/platform'
import type { PluginContext } from '@host/plugin'
import type { RedirectCode } from '../../shared.ts'
import type { Tables } from '../models.ts'
import { hostPages, readHostPage } from './host-pages.ts'
import { fromIndex, hostKeyParts, toIndex } from './index-key.ts'
import { utf8Bytes, writeIndexed, type LinkGuard } from './indexed-link.ts'
import { usualReferrerPolicy } from './referrer-policy.ts'

/** Rows of a page. */
const pageSize = 500

const columns = [
  'id',
  'org_id',
  'index_key',
  'url',
  'redirect',
  'query',
  'version',
  'is_enabled',
  'starts_at',
  'expires_at',
  'expired_url',
  'click_limit',
  'title',
  'rules',
  'password_hash',
  'referrer_policy',
  'quarantine',
  'has_preview',
] as const

type LinkRow = Awaited<ReturnType<typeof selectPage>>[number]

/** Reads links of all workspaces: a visit names none. */
export function linkSource(ctx: PluginContext<Tables>): IndexSource {
  // Opened with the first read: plugins are mounted before the database is available.
  let opened: ScopedDatabase<InstanceTables<Tables>> | undefined
  const open = () => (opened ??= ctx.db.asInstance('find the short link of an address'))
  return Object.freeze<IndexSource>({
    async read(key) {
      const host = hostKeyParts(key)
      if (host !== undefined) return await readHostPage(open(), host)
      const links = open().selectFrom('links_links').select(columns).where('index_key', '=', fromIndex(key))
      const row = await links.executeTakeFirst()
      return row && textOf(row)
    },
    async *pages() {
      let last = ''
      for (;;) {
        const rows = await selectPage(open(), last)
        yield rows.map((row): IndexRow => [toIndex(row.index_key), textOf(row)])
        if (rows.length < pageSize) break
        last = rows.at(-1)?.id ?? last
      }
      yield* hostPages(open())
    },
  })
}

function selectPage(db: ReadQueries<InstanceTables<Tables>>, last: string) {
  const links = db.selectFrom('links_links').select(columns).where('id', '>', last)
  return links.orderBy('id').limit(pageSize).execute()
}

function textOf(row: LinkRow): string {
  return writeIndexed({
    id: row.id,
    orgId: row.org_id,
    code: row.redirect as RedirectCode,
    query: row.query,
    version: row.version,
    url: utf8Bytes(row.url),
    guard: isPlain(row) ? undefined : guardOf(row),
  })
}

/** Whether a link always redirects to its target. Most do: this is looked at for each of a million when a process starts. */
function isPlain(row: LinkRow): boolean {
  return (
    row.is_enabled &&
    row.starts_at === null &&
    row.expires_at === null &&
    row.click_limit === null &&
    row.rules.length === 0 &&
    row.password_hash === null &&
    row.quarantine === null &&
    !row.has_preview &&
    row.referrer_policy === usualReferrerPolicy
  )
}

function guardOf({
  is_enabled,
  starts_at,
  expires_at,
  expired_url,
  click_limit,
  title,
  rules,
  ...row
}: LinkRow): LinkGuard {
  const mayEnd = expires_at !== null || click_limit !== null
  return {
    ...(rules.length === 0 ? {} : { rules }),
    ...(is_enabled ? {} : { isOff: true as const }),
    ...(starts_at === null ? {} : { from: Date.parse(starts_at) }),
    ...(expires_at === null ? {} : { until: Date.parse(expires_at) }),
    ...(!mayEnd || expired_url === null ? {} : { expiredUrl: expired_url }),
    ...(click_limit === null ? {} : { isLimited: true as const, title }),
    ...(row.password_hash === null ? {} : { isProtected: true as const }),
    ...(row.quarantine === null ? {} : { quarantined: row.quarantine === 'legal' ? 451 : 410 }),
    ...(row.has_preview ? { hasPreview: true as const } : {}),
    ...(row.referrer_policy === usualReferrerPolicy ? {} : { referrer: row.referrer_policy }),
  }
}
