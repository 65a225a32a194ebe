import { sql } from 'kysely'
import { sealedEntries, type EntryReads } from './matching-entries.ts'
import { sealedWindows, unsealedWindows } from './entry-windows.ts'

/** The owner of the counted entries, and the time spans. */
export interface CountedSpans {
  readonly orgId: string
  /** In order, two or more; each but the last begins a span that the next one ends. */
  readonly moments: readonly string[]
  /** Counting stops after the window that reaches this count; older entries count as none. */
  readonly most: number
  /** Entries of one window. */
  readonly windowSize: number
}

/** How many entries fall between each two neighbouring moments. Those that wait for their seal are counted first. */
export async function countBetween(
  db: EntryReads,
  { orgId, moments, most, windowSize }: CountedSpans,
): Promise<readonly number[]> {
  const counts = moments.slice(1).map(() => 0)
  const add = (span: number, count: number): void => void (counts[span] = (counts[span] ?? 0) + count)
  const search = { orgId, filter: { from: moments[0], to: moments.at(-1) }, after: undefined, windowSize }
  for await (const entries of unsealedWindows(db, search)) {
    for (const { at } of await entries.select('e.at').execute()) add(spanOf(moments, at), 1)
  }
  let to = moments.at(-1) ?? ''
  let looked = 0
  for await (const { since } of sealedWindows(db, search)) {
    const window = { moments, from: since ?? moments[0] ?? '', to }
    for (const { span, count } of await countWindow(db, orgId, window)) {
      add(span, count)
      looked += count
    }
    if (since === undefined || looked >= most) break
    to = since
  }
  return counts
}

function spanOf(moments: readonly string[], at: string): number {
  return moments.findLastIndex((moment) => moment <= at)
}

interface Window {
  readonly moments: readonly string[]
  readonly from: string
  readonly to: string
}

/** One count for each span that the window meets, each by a range of the index, in one statement. */
async function countWindow(db: EntryReads, orgId: string, { moments, from, to }: Window) {
  const counts = moments.slice(0, -1).flatMap((moment, span) => {
    const end = moments[span + 1] ?? to
    if (end <= from || moment >= to) return []
    return sealedEntries(db, orgId)
      .clearSelect()
      .where('e.at', '>=', moment > from ? moment : from)
      .where('e.at', '<', end < to ? end : to)
      .select((select) => [sql<number>`${sql.lit(span)}`.as('span'), select.fn.countAll<number>().as('count')])
  })
  const [first, ...others] = counts
  return (await others.reduce((query, other) => query?.unionAll(other), first)?.execute()) ?? []
}
