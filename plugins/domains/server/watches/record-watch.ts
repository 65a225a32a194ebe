import type { Queries } from '@host/plugin'
import type { RecordCheck } from '../../shared.ts'
import { momentAfter } from '../checks/check-schedule.ts'
import type { Tables, WatchTold } from '../models.ts'
import type { Parts } from '../parts.ts'
import { lockZone, type ZoneRow } from '../zones/zone-rows.ts'
import { nextWatch } from './next-watch.ts'
import { seenOf } from './seen-of.ts'
import type { WatchScope } from './watch-due.ts'

/** A check of a watched record set. */
export interface CheckedWatch {
  readonly zone: Pick<ZoneRow, 'id'>
  readonly row: {
    readonly id: string
    readonly data: string
    readonly is_proxied: boolean
  }
  readonly check: RecordCheck
}

/**
 * Stores a check; the end of the round publishes it, see `announce-watches.ts`. A check of records that are no longer
 * expected is dropped.
 */
export async function recordWatch(
  parts: Pick<Parts, 'clock'>,
  { db }: Pick<WatchScope, 'db'>,
  { zone, row, check }: CheckedWatch,
): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await lockZone(tx, zone.id)) === undefined) return
    const before = await tx.selectFrom('domains_watches').selectAll().where('id', '=', row.id).executeTakeFirst()
    if (before === undefined || before.data !== row.data || before.is_proxied !== row.is_proxied) return
    const { delay, ...after } = nextWatch(before, check)
    const isFailing = after.is_failing
    const set = {
      ...after,
      told: toldAfter(before, isFailing),
      seen: seenOf(check),
      checked_at: check.at,
      next_check_at: momentAfter(parts.clock(), delay),
    }
    await tx.updateTable('domains_watches').set(set).where('id', '=', row.id).execute()
    const isFirst = before.failures === 0 && after.failures > 0 && !before.is_failing
    if (isFirst) await hasten(parts, tx, { zone, isFailing: false })
    if (before.is_failing && !isFailing) await hasten(parts, tx, { zone, isFailing: true })
  })
}

interface Told {
  readonly is_failing: boolean
  readonly told: WatchTold | null
}

/** Null means nothing has to be published. A failure from before `told` was stored was published by itself. */
function toldAfter({ is_failing: wasFailing, told }: Told, isFailing: boolean): WatchTold | null {
  if (isFailing && !wasFailing) return told ?? 'pending'
  if (isFailing || !wasFailing) return told
  return told === 'pending' ? null : (told ?? 'alone')
}

/** Milliseconds for which a check is recent. */
const recent = 10 * 60_000

/**
 * Has the other record sets of a zone checked now, so that one round finds all that went wrong with the first one, or are
 * right again with it.
 */
async function hasten(
  { clock }: Pick<Parts, 'clock'>,
  tx: Queries<Tables>,
  { zone, isFailing }: { readonly zone: Pick<ZoneRow, 'id'>; readonly isFailing: boolean },
): Promise<void> {
  const now = clock()
  await tx
    .updateTable('domains_watches')
    .set({ next_check_at: momentAfter(now) })
    .where('zone_id', '=', zone.id)
    .where('is_failing', '=', isFailing)
    .where('next_check_at', '>', momentAfter(now))
    .where('checked_at', '<', momentAfter(now, -recent))
    .execute()
}
