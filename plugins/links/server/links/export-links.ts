import { csvLine, csvMark, limits, stream, type ScopedDatabase, type WorkspaceScope } from '@host/plugin'
import { exportColumns, type ExportColumn, type Link } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { linksPage, type LinkListInput } from './link-list.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'now'> & { readonly input: LinkListInput }

/** The links that a list finds as a file, read page by page while it is sent. */
export function exportOf(parts: Parts, scope: Scope): Response {
  const day = scope.now().toISOString().slice(0, 10)
  return stream(parts.exports.open(scope.orgId, linesOf(parts, scope)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="links-${day}.csv"`,
    },
  })
}

async function* linesOf(parts: Parts, { db, input: asked }: Scope): AsyncGenerator<string> {
  const { total: _, ...input } = asked
  yield csvMark + csvLine(exportColumns)
  const reads = db.backgroundReads()
  const reader = { selectFrom: reads.selectFrom.bind(reads), backgroundReads: () => reads }
  const rows = await reads.selectFrom('links_folders').select(['id', 'name']).execute()
  const folders = new Map(rows.map(({ id, name }) => [id, name]))
  let cursor = input.cursor
  do {
    const wanted = { ...input, limit: limits.pageSize, ...(cursor !== undefined && { cursor }) }
    // `bind` keeps one overload of `selectFrom`.
    const page = await linksPage(parts, reader as unknown as ScopedDatabase<Tables>, wanted)
    yield page.items.map((link) => csvLine(exportColumns.map((column) => cellOf(link, column, folders)))).join('')
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

function cellOf(link: Link, column: ExportColumn, folders: ReadonlyMap<string, string>) {
  if (column === 'tags') return link.tags.join(',')
  if (column === 'folder') return link.folderId === null ? '' : folders.get(link.folderId)
  return link[column]
}
