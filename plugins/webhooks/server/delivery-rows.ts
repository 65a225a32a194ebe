import type * as z from 'zod/mini'
import { listOf, Problem, type ListPage, type ListScope, type Queries } from '@host/plugin'
import type { listDeliveries, WebhookAttempt, WebhookDelivery, WebhookDeliveryDetails } from '../shared.ts'
import { shownAddress } from './endpoint-address.ts'
import { selectEndpoint } from './endpoint-rows.ts'
import type { Tables } from './models.ts'
import { mostTries } from './retry-schedule.ts'

type Db = Queries<Tables>

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
  scope: ListScope<Tables, z.infer<typeof listDeliveries.input>>,
  endpointId: string,
): Promise<ListPage<WebhookDelivery>> {
  await selectEndpoint(scope.db, endpointId)
  const deliveries = scope.db.selectFrom('webhooks_deliveries').select(listedColumns)
  return await listOf(scope, deliveries.where('endpoint_id', '=', endpointId), {
    filter: { state: 'state', event: 'event' },
  })
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
