import type { Queries } from '@host/plugin'
import type { Tables } from './models.ts'

/** A delivery with all data needed to send it; undefined when it or its endpoint is gone. */
export async function dueDelivery(db: Queries<Tables>, deliveryId: string) {
  return await db
    .selectFrom('webhooks_deliveries as delivery')
    .innerJoin('webhooks_endpoints as endpoint', 'endpoint.id', 'delivery.endpoint_id')
    .select([
      'delivery.id',
      'delivery.endpoint_id as endpointId',
      'delivery.body',
      'delivery.state',
      'delivery.run',
      'delivery.is_test as isTest',
      'delivery.next_try_at as nextTryAt',
      'delivery.has_turn as hasTurn',
      'endpoint.url',
      'endpoint.address',
      'endpoint.is_enabled as isEnabled',
      'endpoint.rate_per_minute as ratePerMinute',
      'endpoint.seal',
      'endpoint.secret',
      'endpoint.former_secret as formerSecret',
      'endpoint.former_secret_until as formerSecretUntil',
    ])
    .where('delivery.id', '=', deliveryId)
    .executeTakeFirst()
}

/** A delivery with all data needed to send it. */
export type DueDelivery = NonNullable<Awaited<ReturnType<typeof dueDelivery>>>
