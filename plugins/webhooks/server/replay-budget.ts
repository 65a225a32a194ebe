/**
 * Limits replays to an endpoint whose address has answered no request with a 2xx yet: its receiver may not have agreed
 * to them. The first 2xx, such as that of a test event, verifies an address.
 */
import { Problem, type WorkspaceScope } from '@host/plugin'
import { isChosen, webhookLimits, type ReplayChoice } from '../shared.ts'
import { selectEnabled } from './endpoint-rows.ts'
import type { Tables } from './models.ts'
import type { Parts } from './parts.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId'>

/** Selection of a replay: one delivery, or all since a moment. */
export interface ReplayRequest {
  readonly id: string
  readonly since?: string | undefined
  readonly only: ReplayChoice
}

const hour = 3_600_000
const most = webhookLimits.unprovenReplays

/**
 * Charges a replay to the budget of an unverified endpoint. @throws Problem `not_found`, `conflict`,
 * `too_many_requests`
 */
export async function requireReplayBudget(parts: Parts, scope: Scope, wanted: ReplayRequest): Promise<void> {
  const endpoint = await selectEnabled(scope.db, wanted.id)
  if (endpoint.unproven_since === null) return
  const count = wanted.since === undefined ? 1 : await countSince(parts, scope, { ...wanted, since: wanted.since })
  if (count > most) throw tooMany(hour)
  for (let taken = 0; taken < count; taken += 1) {
    const { allowed, resetAfter } = await parts.rateLimit.take(`replay:${wanted.id}`, most, hour)
    if (!allowed) throw tooMany(resetAfter * 1_000)
  }
}

/** How many deliveries a replay sends; more than the budget is not counted further. */
async function countSince(
  parts: Parts,
  { db, orgId }: Scope,
  { id, since, only }: ReplayRequest & { readonly since: string },
): Promise<number> {
  const states = only === 'all' ? (['failed', 'stopped', 'delivered'] as const) : (['failed', 'stopped'] as const)
  const rows = await db
    .selectFrom('webhooks_deliveries')
    .select(['id', 'event_id'])
    .where('endpoint_id', '=', id)
    .where('is_test', '=', false)
    .where('state', 'in', states)
    .where('created_at', '>=', since)
    .limit(only === 'missed' ? 0 : most + 1)
    .execute()
  if (only === 'failed' || rows.length > most) return rows.length
  const { events } = await selectEnabled(db, id)
  const names = parts.events.catalog().flatMap(({ name }) => (isChosen(events, name) ? [name] : []))
  const { items } = await parts.events.read(orgId, { names, since, limit: most + 1 })
  return (
    rows.length +
    (await withoutDelivery(
      { db },
      id,
      items.map((event) => event.id),
    ))
  )
}

async function withoutDelivery({ db }: Pick<Scope, 'db'>, id: string, events: readonly string[]): Promise<number> {
  if (events.length === 0) return 0
  const known = await db
    .selectFrom('webhooks_deliveries')
    .select('event_id')
    .where('endpoint_id', '=', id)
    .where('event_id', 'in', events)
    .execute()
  return events.length - known.length
}

function tooMany(wait: number): Problem {
  return new Problem('too_many_requests', {
    detail: {
      en: `This endpoint has not returned a 2xx status yet, so it can get at most ${most} replayed deliveries per hour.`,
      zh: `此端点尚未返回过 2xx，因此每小时最多重放 ${most} 次投递。`,
    },
    nextStep: {
      en: 'Send a test event. Replay again after the endpoint returns a 2xx status.',
      zh: '请先发送测试事件，待端点返回 2xx 后再重放。',
    },
    headers: { 'retry-after': String(Math.ceil(wait / 1_000)) },
  })
}
