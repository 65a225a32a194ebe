import { listDeliveries, readDelivery, replay, sendTest } from '../shared.ts'
import { listedDeliveries, shownDelivery } from './delivery-rows.ts'
import { replayJob } from './job-kinds.ts'
import type { Parts } from './parts.ts'
import { requireReplayBudget } from './replay-budget.ts'
import { replayOne } from './replay-one.ts'
import { makeTest } from './send-test.ts'
import type { WebhooksMux } from './webhooks-mux.ts'

/** Routes of deliveries: the log, tests and replays. */
export function mountDeliveries(mux: WebhooksMux, parts: Parts): void {
  mux.endpoint(listDeliveries, (scope) => listedDeliveries(scope, scope.params.id))
  mux.endpoint(readDelivery, ({ db, params }) => shownDelivery(db, params.id, params.deliveryId))
  mux.endpoint(sendTest, async (scope) => ({
    deliveryId: await makeTest(parts, scope, { id: scope.params.id, event: scope.input.event }),
  }))
  mux.endpoint(replay, async (scope) => {
    const { params, input, orgId, userId } = scope
    const { deliveryId, since, only = 'failed' } = input
    await requireReplayBudget(parts, scope, { id: params.id, since, only })
    if (deliveryId !== undefined) await replayOne(parts, scope, { endpointId: params.id, deliveryId })
    if (since === undefined) return { jobId: null }
    const wanted = { endpointId: params.id, since, only }
    const options = { uniqueKey: `${params.id}.${only}.${since}`, lane: `${params.id}.replay`, startedBy: userId }
    return { jobId: await parts.jobs.enqueue(orgId, replayJob, wanted, options) }
  })
}
