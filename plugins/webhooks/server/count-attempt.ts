import type { Queries } from '@host/plugin'
import type { Tables } from './models.ts'

const hour = 60 * 60 * 1000

/** A try to count. */
export interface CountedAttempt {
  readonly endpointId: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly hasSucceeded: boolean
}

/** Counts a try in its hour. */
export async function countAttempt(
  db: Queries<Tables>,
  { endpointId, at, hasSucceeded }: CountedAttempt,
): Promise<void> {
  const beginning = new Date(at - (at % hour)).toISOString()
  const counted = hasSucceeded ? 'succeeded' : 'failed'
  await db
    .insertInto('webhooks_hours')
    .values({ endpoint_id: endpointId, hour: beginning, [counted]: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'endpoint_id', 'hour'])
        .doUpdateSet(({ eb }) => ({ [counted]: eb(`webhooks_hours.${counted}`, '+', 1) })),
    )
    .execute()
}
