import type { ReportUnit } from '../../shared.ts'

/** The days, weeks or months that a report is of. */
export interface ReportSpan {
  readonly from: string
  readonly to: string
  readonly unit: ReportUnit
}

/** The first day of each day, week or month of a report, those without sales too. Weeks begin on Monday. */
export function spansOf({ from, to, unit }: ReportSpan): readonly string[] {
  const date = new Date(`${from}T12:00:00.000Z`)
  if (unit === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  if (unit === 'month') date.setUTCDate(1)
  const starts: string[] = []
  for (let start = dayOf(date); start <= to; start = dayOf(date)) {
    starts.push(start)
    if (unit === 'month') date.setUTCMonth(date.getUTCMonth() + 1)
    else date.setUTCDate(date.getUTCDate() + (unit === 'week' ? 7 : 1))
  }
  return starts
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
