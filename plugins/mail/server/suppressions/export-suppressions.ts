import { csvLine, csvMark, limits, stream, type EndpointInput, type WorkspaceScope } from '@host/plugin'
import type { exportSuppressions, Suppression } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { suppressionPage } from './suppression-list.ts'

const columns = [
  'address',
  'reason',
  'detail',
  'note',
  'count',
  'expiresAt',
  'createdAt',
  'lastAt',
] as const satisfies readonly (keyof Suppression)[]

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'now'> & {
  readonly input: EndpointInput<typeof exportSuppressions>
}

/** The suppressions that a list finds as a file, read page by page while it is sent. */
export function exportOf(parts: Parts, scope: Scope): Response {
  const day = scope.now().toISOString().slice(0, 10)
  return stream(parts.exports.open(scope.orgId, linesOf(parts, scope)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="suppressions-${day}.csv"`,
    },
  })
}

async function* linesOf({ clock }: Parts, { db, input: asked }: Scope): AsyncGenerator<string> {
  const { total: _, ...input } = asked
  yield csvMark + csvLine(columns)
  let cursor = input.cursor
  do {
    const wanted = { ...input, limit: limits.pageSize, ...(cursor !== undefined && { cursor }) }
    const page = await suppressionPage(db, wanted, clock())
    yield page.items.map((item) => csvLine(columns.map((column) => item[column]))).join('')
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}
