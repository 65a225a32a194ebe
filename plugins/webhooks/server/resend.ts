import type { Queries } from '@host/plugin'
import type { Tables } from './models.ts'
import type { Parts } from './parts.ts'

/** A delivery as it stands. */
interface Resent {
  readonly id: string
  readonly run: number
  /** The job that does it, for one of many. */
  readonly replayId?: string
}

/** Sends a delivery on its way again; a job of its former run finds so and ends. */
export async function resend(
  { clock }: Pick<Parts, 'clock'>,
  db: Queries<Tables>,
  { id, run, replayId }: Resent,
): Promise<void> {
  const fresh = { state: 'waiting' as const, tries: 0, has_turn: false, next_try_at: new Date(clock()).toISOString() }
  await db
    .updateTable('webhooks_deliveries')
    .set({ ...fresh, run: run + 1, ...(replayId === undefined ? {} : { replay_id: replayId }) })
    .where('id', '=', id)
    .execute()
}
