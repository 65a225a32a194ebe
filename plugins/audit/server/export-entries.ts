import { Problem, stream, type ExportsService } from '@host/plugin'
import type { AuditFilter, AuditLogService, AuditRecord } from '@host/plugin/platform'
import { mostExported } from '../shared.ts'
import { entryHead, entryLine } from './entry-csv.ts'

/** Which entries are exported. */
export interface ExportFilter {
  readonly orgId: string | undefined
  readonly filter: AuditFilter
}

/** An export, named after the day. */
export interface ExportOptions extends ExportFilter {
  readonly now: Date
  readonly format: 'csv' | 'json'
}

/** Services used by an export. */
export interface ExportServices {
  readonly log: AuditLogService
  readonly exports: ExportsService
}

const pageSize = 200

/**
 * Checks whether an export could begin now.
 * @throws Problem as `exportFile` does
 */
export async function checkExportFile(
  { log, exports }: ExportServices,
  { orgId, filter }: ExportFilter,
): Promise<void> {
  exports.check(orgId)
  if ((await log.count(orgId, filter, mostExported + 1)) > mostExported) throw tooMany()
}

/**
 * The matching entries as a file, read page by page while it is sent.
 * @throws Problem `bad_request` when one file can't hold them all, and as `Exports` does
 */
export async function exportFile(services: ExportServices, options: ExportOptions): Promise<Response> {
  await checkExportFile(services, options)
  const { log, exports } = services
  const { orgId, filter, format, now } = options
  const entries = pages(log, orgId, filter)
  const day = now.toISOString().slice(0, 10)
  return stream(exports.open(orgId, format === 'csv' ? csvText(entries) : jsonText(entries)), {
    headers: {
      'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
      'content-disposition': `attachment; filename="audit-log-${day}.${format}"`,
    },
  })
}

async function* pages(
  log: AuditLogService,
  orgId: string | undefined,
  filter: AuditFilter,
): AsyncGenerator<readonly AuditRecord[]> {
  let cursor: string | undefined
  do {
    const page = await log.list(orgId, { ...filter, limit: pageSize, cursor })
    yield page.items
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

async function* csvText(entries: AsyncIterable<readonly AuditRecord[]>): AsyncGenerator<string> {
  yield entryHead
  for await (const page of entries) yield page.map(entryLine).join('')
}

async function* jsonText(entries: AsyncIterable<readonly AuditRecord[]>): AsyncGenerator<string> {
  let lead = '['
  for await (const page of entries) {
    if (page.length > 0) yield lead + page.map((entry) => JSON.stringify(entry)).join(',\n')
    if (page.length > 0) lead = ',\n'
  }
  yield lead === '[' ? '[]\n' : ']\n'
}

function tooMany(): Problem {
  const count = { en: mostExported.toLocaleString('en'), zh: `${mostExported / 10_000} 万` }
  return new Problem('bad_request', {
    detail: { en: `More than ${count.en} entries match.`, zh: `符合条件的条目超过 ${count.zh}条。` },
    nextStep: { en: 'Choose a shorter period and export in parts.', zh: '请缩小时间范围，分批导出。' },
  })
}
