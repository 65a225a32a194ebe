/** Runs the lines of a file: judges all of them, and in an import creates the new links, some in each transaction. */
import { setImmediate as turn } from 'node:timers/promises'
import { Problem, type JobRun, type Queries, type WorkspaceContext } from '@host/plugin'
import { type CsvRow } from '@host/plugin/platform'
import { importOutcomes, linkLimits, type ImportLine, type ImportOutcome, type ImportReport } from '../../shared.ts'
import { createdFolder } from '../labels/link-folders.ts'
import { insertLink } from '../links/create-link.ts'
import { countMore } from '../links/link-totals.ts'
import { requireQuota } from '../links/require-quota.ts'
import type { Tables } from '../models.ts'
import { ImportMemory } from './import-memory.ts'
import { judgeRows, refused, type JudgedRow, type Judging } from './judge-rows.ts'

/** Lines of one transaction. */
const linesAtOnce = 100
/** Links that are created by others meanwhile make some lines be judged again. */
const mostTries = 3

/** @param run takes the progress and ends the run early */
export async function runRows(
  judging: Judging,
  rows: readonly CsvRow[],
  run: Pick<JobRun, 'progress'> & Pick<WorkspaceContext, 'signal'>,
): Promise<ImportReport> {
  const report = new Report(judging.task.dryRun)
  const memory = await ImportMemory.open(judging.db)
  for (let at = 0; at < rows.length; at += linesAtOnce) {
    await turn()
    run.signal.throwIfAborted()
    const some = rows.slice(at, at + linesAtOnce)
    report.add(judging.task.dryRun ? await judgeRows(judging, some, memory) : await createRows(judging, some))
    run.progress(
      Math.min(1, (at + linesAtOnce) / rows.length),
      `${Math.min(at + linesAtOnce, rows.length)} / ${rows.length}`,
    )
  }
  return report.end()
}

async function createRows(judging: Judging, rows: readonly CsvRow[]): Promise<readonly JudgedRow[]> {
  for (let tries = 1; ; tries += 1) {
    const judged = await judgeRows(judging, rows, await ImportMemory.open(judging.db))
    try {
      await requireQuota(judging.parts, judging.orgId, judged.filter(({ link }) => link !== undefined).length)
      await judging.db.transaction(async (tx) => await insertAll(judging, tx, judged))
      return judged
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (tries === mostTries) return judged.map((row) => (row.link === undefined ? row : refused(row.line, error)))
    }
  }
}

async function insertAll(
  { parts, orgId, task: { userId } }: Judging,
  tx: Queries<Tables>,
  judged: readonly JudgedRow[],
): Promise<void> {
  const links = judged.flatMap(({ link, folder = '' }) => (link === undefined ? [] : [{ link, folder }]))
  if (links.length === 0) return
  await countMore(tx, links.length)
  for (const { link, folder } of links) {
    const folderId = folder === '' ? undefined : await createdFolder(tx, folder)
    await insertLink(parts, { caller: { orgId, userId }, tx }, { ...link, folderId })
  }
}

class Report {
  readonly #dryRun: boolean
  readonly #counts = Object.fromEntries(importOutcomes.map((outcome) => [outcome, 0])) as Record<ImportOutcome, number>
  readonly #lines: ImportLine[] = []

  constructor(dryRun: boolean) {
    this.#dryRun = dryRun
  }

  add(judged: readonly JudgedRow[]): void {
    for (const { line } of judged) {
      this.#counts[line.outcome] += 1
      if (line.outcome !== 'new' && this.#lines.length < linkLimits.importLines) this.#lines.push(line)
    }
  }

  end(): ImportReport {
    return { dryRun: this.#dryRun, counts: this.#counts, lines: this.#lines }
  }
}
