/**
 * Moves the rows of an instance at rest into another database:
 *
 *   read every row -> right target, room -> tables -> rows -> indexes and rules -> read every row again, compare -> mark
 *
 * Nothing is changed before all rows were read and found to fit both databases. The source loses nothing, and is marked
 * as moved in the end. A move that was interrupted continues where it was.
 */
import type { MigrationOwner } from '../database/migrate/explicit-migrations.ts'
import type { ThreadCode } from '../support/start-thread.ts'
import { copyTables } from './copy-tables.ts'
import { analyzeTarget, completeTarget } from './migrate-target.ts'
import { MoveError } from './move-error.ts'
import { holdSource } from './hold-source.ts'
import type { InstanceLock } from './lock-instance.ts'
import { markMoved, targetMark } from './move-marks.ts'
import { shownDatabase } from './shown-database.ts'
import { movedTables, nameSource, type TableFacts } from './moved-tables.ts'
import { openMoveTarget, readSize, readTarget, requireRoom } from './open-move-target.ts'
import { readFacts, type SideFacts } from './read-facts.ts'
import { openSource, openTarget } from './sides/open-side.ts'

/** Options of a move; the caller has the lock of the target too, and knows the source to be of this version. */
export interface MoveOptions {
  readonly source: string
  /** The lock of the source. */
  readonly lock: InstanceLock
  readonly target: string
  /** The id of the source's keyring. */
  readonly instance: string
  readonly owners: readonly MigrationOwner[]
  /** Code of threads, in an executable. */
  readonly threadCode?: ThreadCode | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Ends the work between two batches; the same move continues it. */
  readonly signal: AbortSignal
  /** Called after each transaction of rows. */
  onCopied(table: string, rows: number): void
}

/** Reads all rows of a source, and proves that the target can take them; changes nothing. @throws MoveError for the target */
export async function planMove({ source, target, owners, signal }: Omit<MoveOptions, 'lock'>): Promise<SideFacts> {
  await readTarget(target)
  await using side = await openSource(source)
  await requireRoom(target, await readSize(side.run, side.dialect))
  return await readFacts(side, movedTables(owners), signal)
}

/** Moves. @returns the rows that are equal on both sides @throws MoveError; the source is as before then */
export async function moveInstance(options: MoveOptions): Promise<readonly TableFacts[]> {
  const { source, instance, owners, signal, onCopied } = options
  await using held = await holdSource(source, options.lock)
  const { tables: facts, problems } = await planMove(options)
  if (problems.length > 0) throw new MoveError(problems.join('\n'))
  const tables = movedTables(owners)
  const target = { url: options.target, threadCode: options.threadCode }
  const begun = await openMoveTarget(target, owners, nameSource(instance, tables, facts))
  {
    await using from = await openSource(source)
    await using to = await openTarget(target.url)
    await copyTables({ source: from, target: to, tables, facts, begun, signal, onCopied })
  }
  await completeTarget(target, owners)
  const analyzed = analyzeTarget(target.url, signal)
  try {
    await using side = await openSource(target.url)
    requireEqual(facts, await readFacts(side, tables, signal))
  } finally {
    await analyzed
  }
  await held.mark(markMoved({ place: shownDatabase(target.url), at: new Date(options.clock()).toISOString() }))
  await releaseTarget(target.url)
  return facts
}

function requireEqual(facts: readonly TableFacts[], { tables, problems }: SideFacts): void {
  const different = facts.filter(({ rows, digest }, at) => tables[at]?.rows !== rows || tables[at]?.digest !== digest)
  if (different.length === 0 && problems.length === 0) return
  const names = different.map(({ table }) => table).join(', ')
  throw new MoveError(`The target has other rows than the source in: ${names}. Empty it, then try again.`)
}

/** Lets hosts serve a target, whose rows are complete. */
export async function releaseTarget(url: string): Promise<void> {
  await using side = await openTarget(url)
  await side.runAll([`drop table if exists ${targetMark}`])
}
