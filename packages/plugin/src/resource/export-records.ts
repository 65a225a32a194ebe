import { csvLine, csvMark } from '../csv.ts'
import { requireService } from '../require-service.ts'
import { stream } from '../respond.ts'
import { Exports } from '../services/exports.ts'
import type { ListInput } from '../lists/list.ts'
import { limits } from '../limits.ts'
import { cellsOf, exportedFields, headOf } from './csv-values.ts'
import { listRecords, type ListReader } from './resource-list.ts'
import type { AnyScope, ResourcePart } from './resource-part.ts'

/** The records that the list finds as a file, read page by page while it is sent. */
export function exportRecords(part: ResourcePart, scope: AnyScope & { readonly input: ListInput }): Response {
  const exports = requireService(part.ctx, Exports)
  const day = scope.now().toISOString().slice(0, 10)
  return stream(exports.open(scope.orgId, linesOf(part, scope)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${part.resource.name}-${day}.csv"`,
    },
  })
}

async function* linesOf(
  { resource }: ResourcePart,
  { db, input, language, role }: AnyScope & { readonly input: ListInput },
): AsyncGenerator<string> {
  const fields = exportedFields(resource)
  yield csvMark + csvLine(headOf(fields, language))
  const reads = db.backgroundReads()
  const reader: ListReader['db'] = { selectFrom: reads.selectFrom.bind(reads), backgroundReads: () => reads }
  let cursor = input.cursor
  do {
    const { total: _, ...wanted } = { ...input, limit: limits.pageSize, ...(cursor !== undefined && { cursor }) }
    const page = await listRecords(resource, { db: reader, input: wanted, role }, fields)
    yield page.items.map((record) => csvLine(cellsOf(fields, record, language))).join('')
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}
