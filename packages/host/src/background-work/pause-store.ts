import type { Streak } from './breaker.ts'
import type { BackgroundWorkDatabase } from './models.ts'

type Row = Awaited<ReturnType<typeof rowOf>>

/** A plugin's streak before and after a change. */
export interface StreakChange {
  readonly before: Streak | undefined
  readonly after: Streak | undefined
}

/** The streaks of all plugins, which all processes share. */
export class PauseStore {
  readonly #db: BackgroundWorkDatabase

  constructor(db: BackgroundWorkDatabase) {
    this.#db = db
  }

  async all(): Promise<ReadonlyMap<string, Streak>> {
    const rows = await this.#db.selectFrom('host_paused_plugins').selectAll().limit(1_000).execute()
    return new Map(rows.map((row) => [row.plugin, streakOf(row)]))
  }

  /** Changes one atomically. @param change returns the given streak for no change */
  change(plugin: string, change: (before: Streak | undefined) => Streak | undefined): Promise<StreakChange> {
    return this.#db.transaction(async (db) => {
      const before = await read(db, plugin)
      const after = change(before)
      if (after !== before) await write(db, plugin, after)
      return { before, after }
    })
  }
}

type Db = Parameters<Parameters<BackgroundWorkDatabase['transaction']>[0]>[0]

async function read(db: Db, plugin: string): Promise<Streak | undefined> {
  const row = await rowOf(db, plugin)
  return row === undefined ? undefined : streakOf(row)
}

function rowOf(db: Db, plugin: string) {
  const rows = db.selectFrom('host_paused_plugins').selectAll()
  return rows.where('plugin', '=', plugin).forUpdate().executeTakeFirst()
}

async function write(db: Db, plugin: string, streak: Streak | undefined): Promise<void> {
  if (streak === undefined) {
    await db.deleteFrom('host_paused_plugins').where('plugin', '=', plugin).execute()
    return
  }
  const { paused } = streak
  const values = {
    failures: streak.failures,
    failing_since: streak.failingSince,
    place: streak.place,
    fault: streak.fault,
    paused_since: paused?.since ?? null,
    pause: paused?.length ?? 0,
    paused_until: paused?.until ?? 0,
    trial_until: paused?.trialUntil ?? null,
  }
  await db
    .insertInto('host_paused_plugins')
    .values({ plugin, ...values })
    .onConflict((conflict) => conflict.column('plugin').doUpdateSet(values))
    .execute()
}

function streakOf(row: NonNullable<Row>): Streak {
  const { failures, failing_since: failingSince, place, fault, paused_since: since } = row
  const paused =
    since === null
      ? undefined
      : { since, length: row.pause, until: row.paused_until, trialUntil: row.trial_until ?? undefined }
  return { failures, failingSince, place, fault, paused }
}
