/** Runs the lines of a file: judges all of them, and in an import creates the new links, some in each transaction. */
import { setImmediate as turn } from 'node:timers/promises'
import { Problem, type JobRun, type Queries, type WorkspaceContext } from '@host/plugin'
import { type CsvRow } from '@host/plugin/platform'
import { importOutcomes, linkLimits, type ImportLine, type ImportOutcome, type ImportReport } from '../../shared.ts'
import { createdFolder } from '../labels/link-folders.ts'
import { insertLink } from '../links/create-link.ts'
import { leftInQuota, quotaExceeded, withinQuota } from '../links/require-quota.ts'
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
    let judged = await judgeRows(judging, rows, await ImportMemory.open(judging.db))
    try {
      judged = withinLeft(judged, await leftInQuota(judging.parts, judging))
      const links = judged.filter(({ link }) => link !== undefined).length
      const store = (tx: Queries<Tables>) => insertAll(judging, tx, judged)
      if (links > 0) await withinQuota(judging.parts, judging, { links, store })
      return judged
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (tries === mostTries) return judged.map((row) => (row.link === undefined ? row : refused(row.line, error)))
    }
  }
}

/** The first links for which the plan has room; the others are reported. */
function withinLeft(judged: readonly JudgedRow[], left: number): readonly JudgedRow[] {
  let used = 0
  return judged.map((row) => {
    if (row.link === undefined) return row
    used += 1
    return used <= left ? row : refused(row.line, quotaExceeded(0))
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
