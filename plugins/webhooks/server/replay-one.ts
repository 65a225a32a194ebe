import { Problem, type WorkspaceScope } from '@host/plugin'
import { selectEnabled } from './endpoint-rows.ts'
import { deliverJob } from './job-kinds.ts'
import { laneOf } from './lanes.ts'
import type { Tables } from './models.ts'
import type { Parts } from './parts.ts'
import { resend } from './resend.ts'

/**
 * Sends one delivery again, wherever it stands: as soon as its endpoint has room for it.
 * @throws Problem `not_found`, `conflict` for a disabled endpoint
 */
export async function replayOne(
  parts: Parts,
  { db, orgId }: Pick<WorkspaceScope<Tables>, 'db' | 'orgId'>,
  { endpointId, deliveryId }: { readonly endpointId: string; readonly deliveryId: string },
): Promise<void> {
  const { id, concurrency, failing_since: failingSince } = await selectEnabled(db, endpointId)
  await db.transaction(async (tx) => {
    const row = await tx
      .selectFrom('webhooks_deliveries')
      .select(['id', 'run'])
      .where('endpoint_id', '=', endpointId)
      .where('id', '=', deliveryId)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) throw new Problem('not_found')
    await resend(parts, tx, row)
    const lane = laneOf({ id, concurrency, failingSince })
    await parts.jobs.enqueue(orgId, deliverJob, { deliveryId, run: row.run + 1 }, { lane })
  })
}
