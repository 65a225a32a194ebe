/** The hosts that links of a workspace may have: its own, and the one that all workspaces share. */
import { domainToUnicode } from 'node:url'
import type { ReadQueries } from '@host/plugin'
import type { LinkHost } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

/** Columns that an answer shows. */
export const hostColumns = [
  'id',
  'host',
  'is_case_sensitive',
  'not_found_title',
  'not_found_text',
  'not_found_url',
] as const

/** A host as the database has it. */
export interface HostRow {
  readonly id: string
  readonly host: string
  readonly is_case_sensitive: boolean
  readonly not_found_title: string
  readonly not_found_text: string
  readonly not_found_url: string | null
}

/** Hosts of the workspace first, those that serve before the others. */
export async function hostsOf(
  { edge }: Pick<Parts, 'edge'>,
  { db, orgId }: { readonly db: ReadQueries<Tables>; readonly orgId: string },
): Promise<readonly LinkHost[]> {
  const rows = await db.selectFrom('links_hosts').select(hostColumns).orderBy('host').execute()
  const assigned = rows.length === 0 ? [] : await edge.list(orgId)
  const verified = new Set(assigned.filter(({ isProved }) => isProved).map(({ host }) => host))
  const own = rows.map((row) => shownHost(row, verified.has(row.host)))
  const ordered = [...own.filter(({ isVerified }) => isVerified), ...sharedHost(edge.sharedHost)]
  return [...ordered, ...own.filter(({ isVerified }) => !isVerified)]
}

/** A row as it is answered. */
export function shownHost({ id, host, is_case_sensitive, ...row }: HostRow, isVerified: boolean): LinkHost {
  return {
    id,
    host: domainToUnicode(host),
    asciiHost: host,
    isShared: false,
    isVerified,
    isCaseSensitive: is_case_sensitive,
    notFoundTitle: row.not_found_title,
    notFoundText: row.not_found_text,
    notFoundUrl: row.not_found_url,
  }
}

function sharedHost(host: string | undefined): readonly LinkHost[] {
  if (host === undefined) return []
  const name = { host: domainToUnicode(host), asciiHost: host }
  const page = { notFoundTitle: '', notFoundText: '', notFoundUrl: null }
  return [{ id: null, ...name, isShared: true, isVerified: true, isCaseSensitive: false, ...page }]
}
