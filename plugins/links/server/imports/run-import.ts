/** Runs the lines of a file: judges all of them, and in an import creates the new links, some in each transaction. */
import { setImmediate as turn } from 'node:timers/promises'
import { Problem, type JobRun, type Queries, type WorkspaceContext } from '@host/plugin'
import { type CsvRow } from '@host/plugin/platform'
import { importOutcomes, linkLimits, type ImportProgress, type ImportReport } from '../../shared.ts'
import { createdFolder } from '../labels/link-folders.ts'
import { insertLink } from '../links/create-link.ts'
import { withinQuota } from '../links/link-totals.ts'
import { leftInQuota } from '../links/links-quota.ts'
import type { Tables } from '../models.ts'
import { ImportMemory } from './import-memory.ts'
import { judgeRows, refused, type JudgedRow, type Judging } from './judge-rows.ts'

/** Lines of one transaction. */
const linesAtOnce = 100
/** Links that are created by others meanwhile make some lines be judged again. */
const mostTries = 3

/** What a run has beside that with which lines are judged. */
interface Running extends Judging {
  readonly importId: string
  /** Of an attempt whose process ended. */
  readonly progress: ImportProgress | null
}

/** @param run takes the progress and ends the run early */
export async function runRows(
  running: Running,
  rows: readonly CsvRow[],
  run: Pick<JobRun, 'progress'> & Pick<WorkspaceContext, 'signal'>,
): Promise<ImportReport> {
  const { task, progress } = running
  let report = progress?.report ?? emptyReport(task.dryRun)
  const memory = await ImportMemory.open(running.db)
  for (let at = progress?.rows ?? 0; at < rows.length; at += linesAtOnce) {
    await turn()
    run.signal.throwIfAborted()
    const some = rows.slice(at, at + linesAtOnce)
    const done = at + some.length
    report = task.dryRun
      ? extended(report, await judgeRows(running, some, memory))
      : await createRows(running, some, { done, report })
    run.progress(done / rows.length, `${done} / ${rows.length}`)
  }
  return report
}

interface Before {
  /** Lines of the file with these. */
  readonly done: number
  readonly report: ImportReport
}

/** Creates the links of some lines, and stores how far the import is with them. @returns the report with them */
async function createRows(running: Running, rows: readonly CsvRow[], { done, report }: Before): Promise<ImportReport> {
  for (let tries = 1; ; tries += 1) {
    let judged = await judgeRows(running, rows, await ImportMemory.open(running.db))
    try {
      const left = await leftInQuota(running.parts, running)
      if (left.links < judged.length) judged = withinLeft(judged, left.links, await left.exceeded())
      const links = judged.filter(({ link }) => link !== undefined).length
      const next = extended(report, judged)
      const store = async (tx: Queries<Tables>): Promise<void> => {
        await insertAll(running, tx, judged)
        const progress = { rows: done, report: next }
        await tx.updateTable('links_imports').set({ progress }).where('id', '=', running.importId).execute()
      }
      if (links > 0) await withinQuota(running.parts, running, { links, store })
      return next
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (tries === mostTries) {
        const failed = judged.map((row) => (row.link === undefined ? row : refused(row.line, error)))
        return extended(report, failed)
      }
    }
  }
}

/** The first links for which the plan has room; the others are reported. */
function withinLeft(judged: readonly JudgedRow[], left: number, beyond: Problem): readonly JudgedRow[] {
  let used = 0
  return judged.map((row) => {
    if (row.link === undefined) return row
    used += 1
    return used <= left ? row : refused(row.line, beyond)
  })
}

async function insertAll(
  { parts, orgId, task: { userId } }: Judging,
  tx: Queries<Tables>,
  judged: readonly JudgedRow[],
): Promise<void> {
  for (const { link, folder = '' } of judged) {
    if (link === undefined) continue
    const folderId = folder === '' ? undefined : await createdFolder(tx, folder)
    await insertLink(parts, { caller: { orgId, userId }, tx }, { ...link, folderId })
  }
}

function emptyReport(dryRun: boolean): ImportReport {
  const counts = Object.fromEntries(importOutcomes.map((outcome) => [outcome, 0])) as ImportReport['counts']
  return { dryRun, counts, lines: [] }
}

function extended({ dryRun, counts, lines }: ImportReport, judged: readonly JudgedRow[]): ImportReport {
  const all = { ...counts }
  for (const { line } of judged) all[line.outcome] += 1
  const shown = judged.map(({ line }) => line).filter(({ outcome }) => outcome !== 'new')
  return { dryRun, counts: all, lines: [...lines, ...shown].slice(0, linkLimits.importLines) }
}
