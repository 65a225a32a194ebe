/** What workspaces used in a month, for an invoice: a line for each meter, and for the present month each quota too. */
import { csvLine, csvMark, Problem, stream, type CsvValue, type ExportsService } from '@host/plugin'
import { limitOf } from '../entitlements/effective.ts'
import type { Parts } from '../parts.ts'
import { usedIn } from './count-uses.ts'
import { monthOf, periodOf } from './periods.ts'

/** Workspaces that are read together. */
const pageSize = 50
const reason = 'export the use of workspaces for an instance admin'

/** Which use is exported. */
export interface ExportedUse {
  /** Such as `2026-01`. */
  readonly month: string
  readonly format: 'csv' | 'json'
  readonly orgId?: string | undefined
}

interface Line {
  readonly month: string
  readonly workspaceId: string
  readonly workspace: string
  readonly plan: string | null
  readonly kind: 'quota' | 'meter'
  readonly part: string
  readonly unit: 'count' | 'bytes'
  readonly used: number
  readonly limit: number | null
  readonly overage: number
}

const columns = [
  'month',
  'workspaceId',
  'workspace',
  'plan',
  'kind',
  'part',
  'unit',
  'used',
  'limit',
  'overage',
] as const

/** The lines as a file, made page by page while it is sent. @throws Problem as `Exports` does */
export function exportedUsage(parts: Parts, exports: ExportsService, wanted: ExportedUse): Response {
  const lines = pages(parts, wanted)
  const { month, format } = wanted
  return stream(exports.open(undefined, format === 'csv' ? csvText(lines) : jsonText(lines)), {
    headers: {
      'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
      'content-disposition': `attachment; filename="usage-${month}.${format}"`,
    },
  })
}

/** The host keeps its own counts for so many days. */
const measuredDays = 90

/** @throws Problem `invalid_input` for a month that has not begun, or of which nothing is known any more */
export function requireMeasured({ clock }: Pick<Parts, 'clock'>, month: string): void {
  const { from } = monthOf(month)
  const isKnown = Date.parse(from) <= clock() && Date.parse(from) > clock() - measuredDays * 86_400_000
  if (isKnown) return
  const message = { en: 'Choose one of the last three months.', zh: '请选择最近三个月中的一个月。' }
  throw new Problem('invalid_input', { errors: [{ path: 'month', message }] })
}

async function* csvText(all: AsyncIterable<readonly Line[]>): AsyncGenerator<string> {
  yield csvMark + csvLine([...columns])
  for await (const lines of all) {
    yield lines.map((line) => csvLine(columns.map((column): CsvValue => line[column]))).join('')
  }
}

async function* jsonText(all: AsyncIterable<readonly Line[]>): AsyncGenerator<string> {
  let lead = '['
  for await (const lines of all) {
    if (lines.length === 0) continue
    yield lead + lines.map((line) => JSON.stringify(line)).join(',\n')
    lead = ',\n'
  }
  yield lead === '[' ? '[]\n' : ']\n'
}

async function* pages(parts: Parts, wanted: ExportedUse): AsyncGenerator<readonly Line[]> {
  const db = parts.ctx.db.asInstance(reason)
  for (let last = ''; ;) {
    const all = db.selectFrom('workspaces').select(['id', 'name']).where('id', '>', last).orderBy('id')
    const some = wanted.orgId === undefined ? all : all.where('id', '=', wanted.orgId)
    const workspaces = await some.limit(pageSize).execute()
    for (const { id, name } of workspaces) yield await linesOf(parts, wanted.month, { id, name })
    if (workspaces.length < pageSize) return
    last = workspaces.at(-1)?.id ?? last
  }
}

async function linesOf(
  parts: Parts,
  month: string,
  workspace: { readonly id: string; readonly name: string },
): Promise<readonly Line[]> {
  const { entitling, catalog, clock } = parts
  const [contents, now] = [await entitling.contentsOf(workspace.id), clock()]
  const { quotas, meters } = catalog.parts()
  const line = (kind: Line['kind'], part: { name: string; unit: Line['unit'] }, used: number): Line => {
    const limit = limitOf(contents, part.name, now) ?? null
    const plan = contents.plan?.name ?? null
    const facts = { month, workspaceId: workspace.id, workspace: workspace.name, plan, kind, part: part.name }
    return { ...facts, unit: part.unit, used, limit, overage: limit === null ? 0 : Math.max(0, used - limit) }
  }
  const metered: Line[] = []
  for (const { name, unit } of meters) {
    metered.push(
      line('meter', { name, unit }, await usedIn(parts, { orgId: workspace.id, meter: name, ...monthOf(month) })),
    )
  }
  if (month !== periodOf(now)) return metered
  const counted = await catalog.used(workspace.id)
  return [...metered, ...quotas.map((quota) => line('quota', quota, counted.get(quota.name) ?? 0))]
}
