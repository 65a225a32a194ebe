import { Problem, type Queries } from '@host/plugin'
import type { WebhookEndpoint } from '../shared.ts'
import { shownAddress } from './endpoint-address.ts'
import type { Tables } from './models.ts'

type Db = Queries<Tables>

/** Columns for answers: they include no secret. */
export const shownColumns = [
  'id',
  'url',
  'description',
  'events',
  'is_enabled',
  'disabled_reason',
  'disabled_at',
  'concurrency',
  'rate_per_minute',
  'failing_since',
  'former_secret_until',
  'unproven_since',
  'seal',
  'created_at',
] as const

type ShownRow = Awaited<ReturnType<typeof selectEndpoint>>

/** How many tries succeeded and failed. */
interface Counts {
  readonly succeeded: number
  readonly failed: number
}

const none: Counts = { succeeded: 0, failed: 0 }
const day = 24 * 60 * 60 * 1000

/** All endpoints of a workspace, the oldest first. */
export async function listedEndpoints(db: Db, now: number): Promise<WebhookEndpoint[]> {
  const rows = await db.selectFrom('webhooks_endpoints').select(shownColumns).orderBy('id').execute()
  const counts = await countsOfLastDay(db, now)
  return rows.map((row) => endpointAnswer(row, counts.get(row.id) ?? none, now))
}

/** An endpoint as it is answered. @throws Problem `not_found` */
export async function shownEndpoint(db: Db, id: string, now: number): Promise<WebhookEndpoint> {
  const row = await selectEndpoint(db, id)
  const counts = await countsOfLastDay(db, now, id)
  return endpointAnswer(row, counts.get(id) ?? none, now)
}

/** An endpoint of the workspace. @throws Problem `not_found` */
export async function selectEndpoint(db: Db, id: string) {
  const row = await db.selectFrom('webhooks_endpoints').select(shownColumns).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

/** An endpoint that gets something. @throws Problem `not_found`, `conflict` for one that is disabled */
export async function selectEnabled(db: Db, id: string) {
  const row = await selectEndpoint(db, id)
  if (!row.is_enabled) throw new Problem('conflict', disabled)
  return row
}

const disabled = {
  detail: { en: 'This endpoint is disabled.', zh: '此端点已停用。' },
  nextStep: { en: 'Enable it first, then try again.', zh: '请先启用，然后重试。' },
}

function endpointAnswer(row: ShownRow, lastDay: Counts, now: number): WebhookEndpoint {
  const { former_secret_until: until } = row
  return {
    id: row.id,
    url: shownAddress(row.url),
    description: row.description,
    events: [...row.events],
    isEnabled: row.is_enabled,
    disabledReason: row.disabled_reason,
    disabledAt: row.disabled_at,
    concurrency: row.concurrency,
    ratePerMinute: row.rate_per_minute,
    failingSince: row.failing_since,
    overlapEndsAt: until !== null && Date.parse(until) > now ? until : null,
    lastDay,
    createdAt: row.created_at,
  }
}

async function countsOfLastDay(db: Db, now: number, endpointId?: string): Promise<ReadonlyMap<string, Counts>> {
  let query = db
    .selectFrom('webhooks_hours')
    .select(({ fn }) => [
      'endpoint_id',
      fn.sum<number>('succeeded').as('succeeded'),
      fn.sum<number>('failed').as('failed'),
    ])
    .where('hour', '>', new Date(now - day).toISOString())
    .groupBy('endpoint_id')
  if (endpointId !== undefined) query = query.where('endpoint_id', '=', endpointId)
  const rows = await query.execute()
  return new Map(rows.map(({ endpoint_id: id, succeeded, failed }) => [id, { succeeded, failed }]))
}
