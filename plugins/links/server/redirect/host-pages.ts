/** Pages for unknown slugs in the memory index, so that made-up addresses reach no database. */
import type { InstanceTables, ReadQueries } from '@host/plugin'
import type { IndexRow } from '@host/plugin/platform'
import type { Tables } from '../models.ts'
import type { NotFound } from '../pages/link-pages.ts'
import { hostKey } from './index-key.ts'
import { bytesOfJson, jsonOfBytes } from './indexed-link.ts'

type Database = ReadQueries<InstanceTables<Tables>>

const columns = ['id', 'org_id', 'host', 'not_found_title', 'not_found_text', 'not_found_url'] as const

/** Rows of a page. */
const pageSize = 500

/** The page of a host, as the index has it; undefined for a host without one. */
export async function readHostPage(
  db: Database,
  { orgId, host }: { readonly orgId: string; readonly host: string },
): Promise<string | undefined> {
  const rows = db.selectFrom('links_hosts').select(columns).where('org_id', '=', orgId).where('host', '=', host)
  const row = await rows.executeTakeFirst()
  return row && textOf(row)
}

/** The pages of all hosts that have one. */
export async function* hostPages(db: Database): AsyncIterable<readonly IndexRow[]> {
  let last = ''
  for (;;) {
    const hosts = db.selectFrom('links_hosts').select(columns).where('id', '>', last).orderBy('id').limit(pageSize)
    const rows = await hosts.execute()
    yield rows.flatMap((row) => {
      const text = textOf(row)
      return text === undefined ? [] : [[hostKey(row.org_id, row.host), text] as const]
    })
    if (rows.length < pageSize) return
    last = rows.at(-1)?.id ?? last
  }
}

/** The page that an index entry has. */
export function hostPageOf(text: string): NotFound {
  return jsonOfBytes(text) as NotFound
}

interface HostRow {
  readonly not_found_title: string
  readonly not_found_text: string
  readonly not_found_url: string | null
}

function textOf({ not_found_title: title, not_found_text: text, not_found_url: url }: HostRow): string | undefined {
  if (title === '' && text === '' && url === null) return undefined
  const page: NotFound = {
    ...(title === '' ? {} : { title }),
    ...(text === '' ? {} : { text }),
    ...(url === null ? {} : { url }),
  }
  return bytesOfJson(page)
}
