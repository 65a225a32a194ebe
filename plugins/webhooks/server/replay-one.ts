import { Problem, type WorkspaceScope } from '@host/plugin'
import { selectEnabled } from './endpoint-rows.ts'
import { deliverJob } from './job-kinds.ts'
import { promptLaneOf } from './lanes.ts'
import type { Tables } from './models.ts'
import type { Parts } from './parts.ts'
import { resend } from './resend.ts'

/** Sends one delivery again at once, wherever it stands. @throws Problem `not_found`, `conflict` for a disabled endpoint */
export async function replayOne(
  parts: Parts,
  { db, orgId }: Pick<WorkspaceScope<Tables>, 'db' | 'orgId'>,
  { endpointId, deliveryId }: { readonly endpointId: string; readonly deliveryId: string },
): Promise<void> {
  await selectEnabled(db, endpointId)
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
    await parts.jobs.enqueue(orgId, deliverJob, { deliveryId, run: row.run + 1 }, { lane: promptLaneOf(endpointId) })
  })
}
