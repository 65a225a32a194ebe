import type { InstanceJobScope, ScopedDatabase, WorkspaceJobScope } from '@host/plugin'
import { webhookLimits } from '../shared.ts'
import type { Tables } from './models.ts'
import type { Parts } from './parts.ts'

const batch = 500
const day = 24 * 60 * 60 * 1000

/** Removes the deliveries of a deleted endpoint. */
export async function forgetEndpoint({ db, signal }: WorkspaceJobScope<Tables>, endpointId: string): Promise<void> {
  const next = () =>
    db.selectFrom('webhooks_deliveries').select('id').where('endpoint_id', '=', endpointId).limit(batch).execute()
  await removeInBatches(db, next, signal)
  await db.deleteFrom('webhooks_hours').where('endpoint_id', '=', endpointId).execute()
}

/** Removes expired deliveries of all workspaces. */
export async function sweepOld({ clock }: Parts, { db, signal }: InstanceJobScope<Tables>): Promise<void> {
  const now = clock()
  const before = new Date(now - webhookLimits.retentionDays * day).toISOString()
  const next = () =>
    db
      .selectFrom('webhooks_deliveries')
      .select('id')
      .where('created_at', '<', before)
      .orderBy('created_at')
      .limit(batch)
      .execute()
  await removeInBatches(db, next, signal)
  await db.deleteFrom('webhooks_hours').where('hour', '<', before).execute()
  await db
    .updateTable('webhooks_endpoints')
    .set({ former_secret: null, former_secret_until: null })
    .where('former_secret_until', '<', new Date(now).toISOString())
    .execute()
}

type Removing = Pick<ScopedDatabase<Tables>, 'batch' | 'deleteFrom'>

async function removeInBatches(
  db: Removing,
  next: () => Promise<readonly { readonly id: string }[]>,
  signal: AbortSignal,
): Promise<void> {
  for (let found = batch; found === batch;) {
    signal.throwIfAborted()
    const ids = (await next()).map(({ id }) => id)
    found = ids.length
    if (found === 0) return
    await db.batch([
      db.deleteFrom('webhooks_attempts').where('delivery_id', 'in', ids),
      db.deleteFrom('webhooks_deliveries').where('id', 'in', ids),
    ])
  }
}
