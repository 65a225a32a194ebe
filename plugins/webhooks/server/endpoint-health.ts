/**
 * State of an endpoint's subscription.
 *
 *   enabled --410---------------------------------------------------> disabled (gone)
 *   enabled --an attempt fails, five days after the first of a failing series--> disabled (failing)
 *   enabled --a user disables it--> disabled (person) --a user enables it--> enabled
 *
 * Test events don't affect it: a user watches them.
 */
import { Problem, type Queries } from '@host/plugin'
import { stopWaiting } from './endpoint-changes.ts'
import type { Tables } from './models.ts'
import { disabledNotification, type DisabledEndpoint } from './disabled-notification.ts'
import type { Parts } from './parts.ts'
import type { TriedDelivery } from './record-attempt.ts'

const gone = 410
/** How long everything may fail. */
const patience = 5 * 24 * 60 * 60 * 1000

/** An endpoint that was tried. */
interface TriedEndpoint {
  readonly orgId: string
  readonly endpoint: {
    readonly id: string
    readonly url: string
    readonly description: string
    readonly is_enabled: boolean
    readonly failing_since: string | null
  }
  readonly tried: TriedDelivery
}

/** Draws the consequences of a try for its endpoint. @returns whether the endpoint gets nothing any more */
export async function judgeHealth(
  parts: Parts,
  db: Queries<Tables>,
  { orgId, endpoint, tried }: TriedEndpoint,
): Promise<boolean> {
  if (tried.due.isTest) return false
  if (!endpoint.is_enabled) return true
  const { result, at } = tried
  if (result.error === undefined) {
    if (endpoint.failing_since !== null) await setFailingSince(db, endpoint.id, null)
    return false
  }
  const failingSince = endpoint.failing_since ?? new Date(at).toISOString()
  const isGone = result.status === gone
  if (isGone || at - Date.parse(failingSince) >= patience) {
    const reason = isGone ? 'gone' : 'failing'
    await disable(parts, db, { orgId, ...endpoint, reason, at })
    return true
  }
  if (endpoint.failing_since === null) await setFailingSince(db, endpoint.id, failingSince)
  return false
}

async function setFailingSince(db: Queries<Tables>, id: string, since: string | null): Promise<void> {
  await db.updateTable('webhooks_endpoints').set({ failing_since: since }).where('id', '=', id).execute()
}

async function disable(
  parts: Parts,
  db: Queries<Tables>,
  endpoint: DisabledEndpoint & { readonly at: number },
): Promise<void> {
  const { id, reason, at } = endpoint
  const set = { is_enabled: false, disabled_reason: reason, disabled_at: new Date(at).toISOString() }
  await db.updateTable('webhooks_endpoints').set(set).where('id', '=', id).execute()
  await stopWaiting(db, id)
  try {
    await parts.ctx.notify(disabledNotification(endpoint))
  } catch (error) {
    // A build without notifications disables it all the same; its page says why.
    if (!(error instanceof Problem) || error.code !== 'service_unavailable') throw error
  }
}
