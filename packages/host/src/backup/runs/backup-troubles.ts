import type { BackupKind, BackupTrouble } from '@host/plugin/platform'
import { CronLine } from '../../jobs/cron-line.ts'
import type { RunsOfKind } from './backup-runs.ts'

const day = 86_400_000
/** How long none may succeed, and how long after its planned time the next one may, in milliseconds. */
const patience: Readonly<Record<BackupKind, { readonly least: number; readonly afterPlan: number }>> = {
  backup: { least: 2 * day, afterPlan: day },
  drill: { least: 14 * day, afterPlan: 7 * day },
}

/** Facts of one kind, with its cron line in UTC. */
export interface JudgedRuns extends Pick<RunsOfKind, 'lastEnded' | 'lastDone'> {
  readonly kind: BackupKind
  readonly cron: string
  /** Since when runs are expected where none has succeeded, in milliseconds since 1970; undefined when not known. */
  readonly expectedSince: number | undefined
}

/** What needs a look. @param now milliseconds since 1970 */
export function troublesOf(runs: JudgedRuns, now: number): readonly BackupTrouble[] {
  const { kind, lastEnded, lastDone } = runs
  const troubles: BackupTrouble[] = []
  if (lastEnded?.state === 'failed') troubles.push(`${kind}_failed`)
  const since = lastDone === undefined ? runs.expectedSince : Date.parse(lastDone.startedAt)
  if (since !== undefined && now > dueAfter(runs, since)) troubles.push(`${kind}_overdue`)
  return troubles
}

/** When the next success is late, after one at a moment. */
function dueAfter({ kind, cron }: JudgedRuns, since: number): number {
  const { least, afterPlan } = patience[kind]
  return Math.max(since + least, new CronLine(cron, 'UTC').after(since) + afterPlan)
}
