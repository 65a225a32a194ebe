/**
 * Pacing for an endpoint with a rate limit: each attempt reserves the next free moment, evenly spaced, and runs then.
 * So a backlog is spread by one write per attempt, on any number of processes, without polling.
 */
import type { Queries } from '@host/plugin'
import type { Tables } from './models.ts'

/** The endpoint and its rate. */
export interface TurnRequest {
  readonly endpointId: string
  readonly deliveryId: string
  readonly ratePerMinute: number
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Turns are given away for this long ahead, so that a rate that is raised is felt soon. */
const horizon = 10 * 60 * 1000
const minute = 60 * 1000
/** Reservations further ahead were made by a clock that was set back since, and are ignored. */
const astray = 2 * horizon

/** Takes a turn, inside a transaction. @returns milliseconds until it; for one beyond the horizon until to ask again */
export async function takeTurn(db: Queries<Tables>, request: TurnRequest): Promise<number> {
  const { endpointId, deliveryId, ratePerMinute, now } = request
  const interval = Math.ceil(minute / ratePerMinute)
  const taken = await db
    .updateTable('webhooks_endpoints')
    .set(({ eb }) => ({
      turns_until: eb
        .case()
        .when(eb.between('turns_until', now + 1, now + astray))
        .then(eb('turns_until', '+', interval))
        .else(now + interval)
        .end(),
    }))
    .where('id', '=', endpointId)
    .where((where) => where.or([where('turns_until', '<=', now + horizon), where('turns_until', '>', now + astray)]))
    .returning('turns_until')
    .executeTakeFirst()
  if (taken === undefined) return Math.round(horizon * (0.5 + Math.random() / 2))
  await db.updateTable('webhooks_deliveries').set({ has_turn: true }).where('id', '=', deliveryId).execute()
  return Math.max(0, taken.turns_until - interval - now)
}
