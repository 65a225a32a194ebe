import type { Queries } from '@host/plugin'
import type { PriceInterval } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { LineRow, OrderRow } from './order-rows.ts'

interface Starting {
  readonly lines: readonly LineRow[]
  readonly now: string
}

/** Starts or renews the subscriptions of a paid order: a renewal lasts from the end of what was paid before. */
export async function startSubscriptions(
  tx: Queries<Tables>,
  order: OrderRow,
  { lines, now }: Starting,
): Promise<void> {
  for (const line of lines) {
    if (line.interval === null) continue
    const external_id = order.subscription ?? line.id
    const own = tx
      .selectFrom('products_subscriptions')
      .select(['id', 'active_until'])
      .where('source', '=', order.source)
      .where('external_id', '=', external_id)
      .where('product_id', '=', line.product_id)
    const known = await own.forUpdate().executeTakeFirst()
    const from = known !== undefined && known.active_until > now ? known.active_until : now
    const active_until = endOf(from, { ...line, trial_days: known === undefined ? line.trial_days : 0 })
    if (known !== undefined) {
      const renewed = tx.updateTable('products_subscriptions').set({ active_until, ended_at: null })
      await renewed.where('id', '=', known.id).execute()
      continue
    }
    const values = { source: order.source, external_id, product_id: line.product_id, email: order.email }
    const added = tx.insertInto('products_subscriptions').values({ ...values, started_at: now, active_until })
    const columns = ['org_id', 'source', 'external_id', 'product_id'] as const
    await added.onConflict((conflict) => conflict.columns([...columns]).doUpdateSet({ active_until })).execute()
  }
}

/** Ends the subscriptions that revoked lines started or renewed. */
export async function endSubscriptions(tx: Queries<Tables>, order: OrderRow, { lines, now }: Starting): Promise<void> {
  for (const line of lines) {
    if (line.interval === null) continue
    await tx
      .updateTable('products_subscriptions')
      .set({ ended_at: now })
      .where('source', '=', order.source)
      .where('external_id', '=', order.subscription ?? line.id)
      .where('product_id', '=', line.product_id)
      .execute()
  }
}

type Lasting = Pick<LineRow, 'interval_count' | 'trial_days'> & { readonly interval: PriceInterval | null }

/** When a paid interval ends: on the same day of a later month, or on its last day. */
export function endOf(from: string, { interval, interval_count, trial_days }: Lasting): string {
  const end = new Date(from)
  end.setUTCDate(end.getUTCDate() + trial_days)
  if (interval === 'day' || interval === 'week') {
    end.setUTCDate(end.getUTCDate() + interval_count * (interval === 'week' ? 7 : 1))
  } else {
    const day = end.getUTCDate()
    end.setUTCDate(1)
    end.setUTCMonth(end.getUTCMonth() + interval_count * (interval === 'year' ? 12 : 1))
    const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
    end.setUTCDate(Math.min(day, last))
  }
  return end.toISOString()
}
