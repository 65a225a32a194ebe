import { setImmediate } from 'node:timers/promises'
import { Problem, type EndpointInput, type Language, type WorkspaceScope } from '@host/plugin'
import { csvRows, type CsvRow } from '@host/plugin/platform'
import {
  isSuppressible,
  suppressionLimits,
  suppressionReasons,
  type importSuppressions,
  type SuppressionImport,
  type SuppressionReason,
} from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { cutText } from '../receive/message-columns.ts'
import { readAddress } from '../receive/read-address.ts'
import { notAddress } from './change-suppressions.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'language' | 'audit'>

interface ImportedRow {
  readonly address: string
  readonly reason: SuppressionReason
  readonly note: string
}

interface ReadFile {
  readonly rows: readonly ImportedRow[]
  readonly lines: number
  readonly problems: SuppressionImport['problems']
}

/** Lines that are read, and rows that are written, without letting others run. */
const step = 200

/** Adds the addresses of a file, all in one transaction. Known ones stay as they are. @throws Problem `invalid_input` */
export async function importFile(
  { clock }: Pick<Parts, 'clock'>,
  { db, language, audit }: Scope,
  { csv, dryRun = false }: EndpointInput<typeof importSuppressions>,
): Promise<SuppressionImport> {
  const { rows, lines, problems } = await readFile(csv, language)
  const known = await knownAmong(db, rows)
  const added = rows.filter(({ address }) => !known.has(address))
  audit.describe({ after: { rows: lines, added: added.length, dryRun } })
  if (!dryRun && added.length > 0) {
    const now = new Date(clock()).toISOString()
    await db.transaction(async (tx) => {
      for (let at = 0; at < added.length; at += step) {
        const values = added.slice(at, at + step).map((row) => ({ ...row, created_at: now, last_at: now }))
        await tx
          .insertInto('mail_suppressions')
          .values(values)
          .onConflict((conflict) => conflict.columns(['org_id', 'address']).doNothing())
          .execute()
      }
    })
  }
  return { dryRun, rows: lines, added: added.length, known: known.size, problems }
}

async function knownAmong(db: Scope['db'], rows: readonly ImportedRow[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  for (let at = 0; at < rows.length; at += step) {
    const addresses = rows.slice(at, at + step).map(({ address }) => address)
    const found = await db.selectFrom('mail_suppressions').select('address').where('address', 'in', addresses).execute()
    for (const { address } of found) known.add(address)
  }
  return known
}

async function readFile(csv: string, language: Language): Promise<ReadFile> {
  const found = new Map<string, ImportedRow>()
  const problems: { line: number; message: string }[] = []
  let [columns, lines]: [Columns | undefined, number] = [undefined, 0]
  let read = 0
  for (const row of csvRows(csv, { row: 10_000, cells: 20, cell: 1_000 })) {
    read += 1
    if (read % step === 0) await setImmediate()
    if (row === undefined) continue
    if ('reason' in row) throw refused({ ...texts.unreadable, line: row.line })
    if (columns === undefined) {
      columns = columnsOf(row)
      if (!columns.isHeader) lines += addRow(row, columns)
      continue
    }
    lines += addRow(row, columns)
    if (lines > suppressionLimits.importRows) throw refused(texts.tooMany)
  }
  if (lines === 0) throw refused(texts.empty)
  return { rows: [...found.values()], lines, problems }

  function addRow({ cells, line }: CsvRow, { address: at, note, reason }: Columns): number {
    const text = (cells[at] ?? '').trim()
    const address =
      text.length <= suppressionLimits.address && isSuppressible(text) ? readAddress(text)?.address : undefined
    if (address !== undefined) {
      const stated = suppressionReasons.find((known) => known === (cells[reason] ?? '').trim().toLowerCase())
      found.set(address, {
        address,
        reason: stated ?? 'manual',
        note: cutText((cells[note] ?? '').trim(), suppressionLimits.note),
      })
    } else if (problems.length < suppressionLimits.importProblems) {
      problems.push({ line, message: notAddress[language] })
    }
    return 1
  }
}

interface Columns {
  readonly isHeader: boolean
  readonly address: number
  readonly note: number
  readonly reason: number
}

const addressNames = new Set(['address', 'email', 'e-mail', 'recipient', '邮箱', '地址', '邮箱地址'])

/** Files of other systems name the column in their way; one without a header has addresses in its first column. */
function columnsOf({ cells }: CsvRow): Columns {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const address = names.findIndex((name) => addressNames.has(name))
  if (address === -1 && !(names[0] ?? '').includes('@')) throw refused(texts.noColumn)
  const find = (...known: readonly string[]): number =>
    address === -1 ? -1 : names.findIndex((name) => known.includes(name))
  return {
    isHeader: address !== -1,
    address: Math.max(0, address),
    note: find('note', 'notes', 'comment', '备注'),
    reason: find('reason', 'type', '原因'),
  }
}

interface Wording {
  readonly en: string
  readonly zh: string
  readonly line?: number
}

function refused({ line, ...message }: Wording): Problem {
  const at = line === undefined ? message : { en: `Line ${line}: ${message.en}`, zh: `第 ${line} 行：${message.zh}` }
  return new Problem('invalid_input', { errors: [{ path: 'csv', message: at }] })
}

const texts = {
  unreadable: { en: 'A quotation mark is not closed, or the line is too long.', zh: '引号未闭合，或该行过长。' },
  tooMany: {
    en: 'A file can have at most 5,000 addresses. Split it.',
    zh: '一个文件最多包含 5,000 个地址，请拆分文件。',
  },
  empty: { en: 'The file has no addresses.', zh: '文件中没有地址。' },
  noColumn: {
    en: 'Name the column with the addresses "address" in the first line.',
    zh: '请在第一行将地址所在的列命名为“address”。',
  },
}
