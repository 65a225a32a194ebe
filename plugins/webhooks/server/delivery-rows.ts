import { limits, Problem, type Page, type Queries } from '@host/plugin'
import type { DeliveryState, WebhookAttempt, WebhookDelivery, WebhookDeliveryDetails } from '../shared.ts'
import { shownAddress } from './endpoint-address.ts'
import { selectEndpoint } from './endpoint-rows.ts'
import type { Tables } from './models.ts'
import { mostTries } from './retry-schedule.ts'

type Db = Queries<Tables>

/** Which deliveries of an endpoint. */
export interface DeliveriesRequest {
  readonly state?: DeliveryState | undefined
  readonly event?: string | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

const mostShownTries = 100
const listedColumns = [
  'id',
  'event',
  'is_test as isTest',
  'state',
  'attempts',
  'last_status as status',
  'last_error as error',
  'last_duration as duration',
  'next_try_at as nextTryAt',
  'created_at as createdAt',
] as const

/** Deliveries of an endpoint, the newest first. @throws Problem `not_found` */
export async function listedDeliveries(
  db: Db,
  endpointId: string,
  { state, event, limit = limits.defaultPageSize, cursor }: DeliveriesRequest,
): Promise<Page<WebhookDelivery>> {
  await selectEndpoint(db, endpointId)
  let query = db
    .selectFrom('webhooks_deliveries')
    .select(listedColumns)
    .where('endpoint_id', '=', endpointId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (state !== undefined) query = query.where('state', '=', state)
  if (event !== undefined) query = query.where('event', '=', event)
  if (cursor !== undefined) query = query.where('id', '<', cursor)
  const rows = await query.execute()
  const items = rows.slice(0, limit)
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

/** A delivery with its tries. @throws Problem `not_found` */
export async function shownDelivery(db: Db, endpointId: string, id: string): Promise<WebhookDeliveryDetails> {
  const { url } = await selectEndpoint(db, endpointId)
  const row = await db
    .selectFrom('webhooks_deliveries')
    .select([...listedColumns, 'body'])
    .where('endpoint_id', '=', endpointId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  const mostAttempts = row.isTest ? 1 : mostTries
  return { ...row, endpointId, url: shownAddress(url), mostAttempts, tries: await triesOf(db, id) }
}

async function triesOf(db: Db, deliveryId: string): Promise<WebhookAttempt[]> {
  const rows = await db
    .selectFrom('webhooks_attempts')
    .select(['number', 'at', 'duration', 'status', 'error', 'headers', 'body', 'is_cut as isCut'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('number', 'desc')
    .limit(mostShownTries)
    .execute()
  return rows.map((row) => ({ ...row, headers: { ...row.headers } }))
}
