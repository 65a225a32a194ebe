import type { JobOutcome, WorkspaceJobScope } from '@host/plugin'
import { openAddress } from './endpoint-address.ts'
import { dueDelivery, type DueDelivery } from './due-delivery.ts'
import type { Tables } from './models.ts'
import type { Parts } from './parts.ts'
import { postMessage } from './post-message.ts'
import { recordAttempt } from './record-attempt.ts'
import { longestWait } from './retry-schedule.ts'
import { takeTurn } from './take-turn.ts'
import { openSecret } from './webhook-secret.ts'

/** Which delivery, and which of its runs. */
export interface DeliverInput {
  readonly deliveryId: string
  readonly run: number
}

type Scope = WorkspaceJobScope<Tables>

/** Tries a delivery once, when it is due, and comes again for its next try. */
export async function deliver(
  parts: Parts,
  scope: Scope,
  { deliveryId, run }: DeliverInput,
): Promise<JobOutcome | void> {
  const due = await dueDelivery(scope.db, deliveryId)
  if (due === undefined) return await removeOrphan(scope, deliveryId)
  if (due.state !== 'waiting' || due.run !== run) return
  if (!due.isEnabled) return await stop(scope, due)
  const wait = await timeUntilTurn(scope, due, parts.clock())
  if (wait > 0) return scope.again(wait)
  const at = parts.clock()
  const secrets = await signingSecrets(parts, scope.orgId, due)
  const url = await openAddress(parts.ctx, { orgId: scope.orgId, seal: due.seal }, due)
  const result = await postMessage(parts.client, { ...due, url, at, secrets }, scope.signal)
  const delay = await recordAttempt(parts, scope, { due, at, result })
  parts.notifyPages(scope.orgId)
  return delay === undefined ? undefined : scope.again(delay)
}

async function timeUntilTurn(scope: Scope, due: DueDelivery, now: number): Promise<number> {
  const early = due.nextTryAt === null ? 0 : Date.parse(due.nextTryAt) - now
  // One that is further away than any was written by a clock that has been set back since.
  if (early > 0 && early <= longestWait) return early
  const { id: deliveryId, endpointId, ratePerMinute, hasTurn, isTest } = due
  if (ratePerMinute === null || hasTurn || isTest) return 0
  return await scope.db.transaction((tx) => takeTurn(tx, { endpointId, deliveryId, ratePerMinute, now }))
}

/** The keys that sign, the present one first. */
async function signingSecrets(parts: Parts, orgId: string, due: DueDelivery): Promise<readonly string[]> {
  const { formerSecret, formerSecretUntil } = due
  const isOverlapping = formerSecretUntil !== null && Date.parse(formerSecretUntil) > parts.clock()
  const sealed = formerSecret !== null && isOverlapping ? [due.secret, formerSecret] : [due.secret]
  return await Promise.all(sealed.map((secret) => openSecret(parts.ctx, { orgId, seal: due.seal }, secret)))
}

/** It was made while its endpoint was being deleted. */
async function removeOrphan({ db }: Scope, id: string): Promise<void> {
  await db.deleteFrom('webhooks_deliveries').where('id', '=', id).execute()
}

/** It was made while its endpoint was being disabled. */
async function stop({ db }: Scope, { id, run }: DueDelivery): Promise<void> {
  await db
    .updateTable('webhooks_deliveries')
    .set({ state: 'stopped', next_try_at: null })
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'waiting')
    .execute()
}
