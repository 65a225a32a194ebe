import { listOf, Problem, type ReadQueries, type ScopedDatabase } from '@host/plugin'
import type { EndpointInput } from '@host/plugin'
import type { LinkVersion, listVersions, RedirectCode } from '../../shared.ts'
import { selectLink, type LinkRow } from '../links/link-rows.ts'
import type { Tables } from '../models.ts'

const columns = ['number', 'url', 'rules', 'query', 'redirect', 'created_by', 'created_at'] as const

type VersionRow = Awaited<ReturnType<typeof selectVersion>>

interface VersionPage {
  readonly items: LinkVersion[]
  readonly nextCursor: string | null
  readonly total?: number
}

/** Versions of a link. @throws Problem `not_found` */
export async function versionsOf(
  db: ScopedDatabase<Tables>,
  { id, ...input }: Omit<EndpointInput<typeof listVersions>, 'id'> & { readonly id: string },
): Promise<VersionPage> {
  const link = await selectLink(db, id)
  if (link.version === 1) {
    const items = await shownVersions(db, link, [firstOf(link)])
    return { items, nextCursor: null, ...(input.total === true && { total: 1 }) }
  }
  const versions = db.selectFrom('links_versions').select(columns).where('link_id', '=', id)
  const page = await listOf({ db, input }, versions, { usual: '-number', sort: { number: 'number' } })
  return { ...page, items: await shownVersions(db, link, page.items) }
}

/** The version of a link at a moment. @throws Problem `not_found` before its creation, and for a version that was deleted */
export async function versionAt(db: ScopedDatabase<Tables>, id: string, moment: string): Promise<LinkVersion> {
  const link = await selectLink(db, id)
  const row = await rowAt(db, link, moment)
  const [shown] = row === undefined ? [] : await shownVersions(db, link, [row])
  if (shown !== undefined) return shown
  throw new Problem('not_found', Date.parse(moment) < Date.parse(link.created_at) ? notYet : gone)
}

/** The row of a version. @throws Problem `not_found` */
export async function selectVersion(db: ReadQueries<Tables>, link: LinkRow, number: number) {
  const first = firstOf(link)
  if (link.version === 1 && number === 1) return first
  const versions = db.selectFrom('links_versions').select(columns).where('link_id', '=', link.id)
  const row = await versions.where('number', '=', number).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found', gone)
  return row satisfies typeof first
}

async function rowAt(db: ReadQueries<Tables>, link: LinkRow, moment: string): Promise<VersionRow | undefined> {
  const at = new Date(moment).toISOString()
  if (link.version === 1) return at < link.created_at ? undefined : firstOf(link)
  const versions = db.selectFrom('links_versions').select(columns).where('link_id', '=', link.id)
  return await versions.where('created_at', '<=', at).orderBy('number', 'desc').limit(1).executeTakeFirst()
}

function firstOf({ url, rules, query, redirect, created_by, created_at }: LinkRow) {
  return { number: 1, url, rules, query, redirect, created_by, created_at }
}

async function shownVersions(
  db: ReadQueries<Tables>,
  { version }: LinkRow,
  rows: readonly VersionRow[],
): Promise<LinkVersion[]> {
  const ids = [...new Set(rows.map(({ created_by }) => created_by))]
  const users =
    ids.length === 0 ? [] : await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(users.map(({ id, name }) => [id, name]))
  return rows.map(({ created_by, created_at, rules, redirect, ...row }) => ({
    ...row,
    rules: [...rules],
    redirect: redirect as RedirectCode,
    createdBy: { id: created_by, name: names.get(created_by) ?? null },
    createdAt: created_at,
    isCurrent: row.number === version,
  }))
}

const notYet = {
  detail: { en: "The link didn't exist at this moment.", zh: '该时刻此链接尚未创建。' },
  nextStep: { en: 'Choose a later moment.', zh: '请选择更晚的时刻。' },
}
const gone = {
  detail: { en: 'This version of the link is not stored.', zh: '未保存此链接的这个版本。' },
  nextStep: { en: 'Choose one of the versions of the list.', zh: '请从列表中选择一个版本。' },
}
