/**
 * Clicks that are stored and not counted yet, as they were packed. A row is written within 200 ms of its clicks, and deleted
 * in the transaction that counts them, so a crash in between loses none: another process counts them.
 */
import { randomUUID } from 'node:crypto'
import type { InstanceTables, Queries, ScopedDatabase } from '@host/plugin'
import type { Tables } from '../models.ts'
import { ClickPacker, type PackedClicks } from './packed-clicks.ts'
import type { ReadClick } from './read-click.ts'

type Database = ScopedDatabase<InstanceTables<Tables>>

/** Clicks of a row. */
const mostClicks = 2_000

/** A row of the journal. */
export interface JournalEntry {
  /** Chosen by the writer: a row can be written again when the answer to it was lost. */
  readonly batch: string
  readonly org_id: string
  readonly written_at: string
  readonly data: PackedClicks
}

/** Packs clicks into rows while they come. */
export class JournalPage {
  readonly #rows: (readonly [orgId: string, packer: ClickPacker])[] = []
  readonly #packers = new Map<string, ClickPacker>()
  size = 0

  add(click: ReadClick): void {
    this.size += 1
    const packer = this.#packers.get(click.orgId)
    if (packer === undefined || packer.size >= mostClicks) this.#begin(click.orgId).add(click)
    else packer.add(click)
  }

  entries(now: number): readonly JournalEntry[] {
    const written_at = new Date(now).toISOString()
    return this.#rows.map(([org_id, packer]) => ({ batch: randomUUID(), org_id, written_at, data: packer.pack() }))
  }

  #begin(orgId: string): ClickPacker {
    const packer = new ClickPacker()
    this.#packers.set(orgId, packer)
    this.#rows.push([orgId, packer])
    return packer
  }
}

/** Rows on their way into the journal. */
export interface NewEntries {
  readonly entries: readonly JournalEntry[]
  /** Whether they may have been written, and even counted, by an earlier attempt. */
  readonly isRepeated: boolean
  /** Sees to it that they are counted even if this process ends; in their transaction. */
  readonly guard: () => Promise<unknown>
}

/**
 * Writes rows that are not there.
 * @returns those that wait to be counted now
 */
export async function writeJournal(
  db: Database,
  { entries, isRepeated, guard }: NewEntries,
): Promise<readonly JournalEntry[]> {
  return await db.transaction(async (tx) => {
    const counted = isRepeated ? await countedAmong(tx, entries) : new Set<string>()
    const waiting = entries.filter(({ batch }) => !counted.has(batch))
    for (const some of chunks(waiting, 20)) {
      const added = tx.insertInto('links_journal').values([...some])
      await added.onConflict((conflict) => conflict.columns(['org_id', 'batch']).doNothing()).execute()
    }
    await guard()
    return waiting
  })
}

async function countedAmong(
  tx: Queries<InstanceTables<Tables>>,
  entries: readonly JournalEntry[],
): Promise<ReadonlySet<string>> {
  const counted = new Set<string>()
  for (const some of chunks(entries, 200)) {
    const batches = some.map(({ batch }) => batch)
    const rows = await tx.selectFrom('links_batches').select('batch').where('batch', 'in', batches).execute()
    for (const { batch } of rows) counted.add(batch)
  }
  return counted
}

/** Some rows that were written before a moment, behind the last one of the rows before. */
export async function readJournal(db: Database, { before, last }: { readonly before: string; readonly last: string }) {
  return await db
    .selectFrom('links_journal')
    .select(['id', 'batch', 'org_id', 'written_at', 'data'])
    .where('written_at', '<', before)
    .where('id', '>', last)
    .orderBy('id')
    .limit(20)
    .execute()
}

export function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}
