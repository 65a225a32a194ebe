import type { Queries, WorkspaceJobScope } from '@host/plugin'
import { isChosen, type DeliveryState, type ReplayChoice } from '../shared.ts'
import { deliverJob } from './job-kinds.ts'
import { laneOf } from './lanes.ts'
import type { Tables } from './models.ts'
import { addDeliveries, enabledEndpoints, type Subscribed } from './new-deliveries.ts'
import type { Parts } from './parts.ts'
import { resend } from './resend.ts'

/** Options of a replay. */
export interface ReplayInput {
  readonly endpointId: string
  readonly since: string
  readonly only: ReplayChoice
}

type Scope = WorkspaceJobScope<Tables>

const batch = 200

/**
 * Replays deliveries of an endpoint, oldest first, and creates missing ones. A replay that died halfway resumes where
 * it stopped: processed deliveries carry its ID, and an event is never delivered twice.
 */
export async function replayMany(parts: Parts, scope: Scope, input: ReplayInput): Promise<void> {
  const started = parts.clock()
  const span = Math.max(1, started - Date.parse(input.since))
  let count = 0
  const onBatch = (made: number, until: string): void => {
    count += made
    scope.progress(
      Math.min(1, Math.max(0, Date.parse(until) - Date.parse(input.since)) / span),
      count.toLocaleString('en'),
    )
    parts.notifyPages(scope.orgId)
  }
  if (input.only !== 'missed') await sendAgain(parts, scope, { ...input, onBatch })
  if (input.only !== 'failed') await makeMissing(parts, scope, { ...input, onBatch })
}

interface Steps extends ReplayInput {
  readonly onBatch: (count: number, until: string) => void
}

const statesOf: Readonly<Record<Exclude<ReplayChoice, 'missed'>, readonly DeliveryState[]>> = {
  failed: ['failed', 'stopped'],
  all: ['failed', 'stopped', 'delivered'],
}

async function sendAgain(parts: Parts, scope: Scope, steps: Steps): Promise<void> {
  const states = statesOf[steps.only === 'all' ? 'all' : 'failed']
  for (let after = ''; ;) {
    scope.signal.throwIfAborted()
    const endpoint = await endpointOf(scope.db, steps.endpointId)
    if (endpoint === undefined) return
    const taken = await scope.db.transaction((tx) => takeBatch(parts, tx, { scope, steps, states, endpoint, after }))
    const last = taken.at(-1)
    if (last === undefined) return
    steps.onBatch(taken.length, last.created_at)
    after = last.id
  }
}

interface Batch {
  readonly scope: Scope
  readonly steps: Steps
  readonly states: readonly DeliveryState[]
  readonly endpoint: Subscribed
  readonly after: string
}

async function takeBatch(parts: Parts, db: Queries<Tables>, { scope, steps, states, endpoint, after }: Batch) {
  const rows = await db
    .selectFrom('webhooks_deliveries')
    .select(['id', 'run', 'created_at'])
    .where('endpoint_id', '=', endpoint.id)
    .where('is_test', '=', false)
    .where('state', 'in', states)
    .where('created_at', '>=', steps.since)
    .where('id', '>', after)
    .where((where) => where.or([where('replay_id', 'is', null), where('replay_id', '!=', scope.jobId)]))
    .orderBy('id')
    .limit(batch)
    .forUpdate()
    .execute()
  for (const { id, run } of rows) {
    await resend(parts, db, { id, run, replayId: scope.jobId })
    await parts.jobs.enqueue(scope.orgId, deliverJob, { deliveryId: id, run: run + 1 }, { lane: laneOf(endpoint) })
  }
  return rows
}

/** Makes deliveries of events that have none: of the time in which the endpoint was disabled, or not there yet. */
async function makeMissing(parts: Parts, scope: Scope, { endpointId, since, onBatch }: Steps): Promise<void> {
  let cursor: string | undefined
  do {
    scope.signal.throwIfAborted()
    const endpoint = await endpointOf(scope.db, endpointId)
    if (endpoint === undefined) return
    const names = parts.events.catalog().flatMap(({ name }) => (isChosen(endpoint.events, name) ? [name] : []))
    const page = await parts.events.read(scope.orgId, {
      names,
      since,
      limit: batch,
      ...(cursor === undefined ? {} : { cursor }),
    })
    const counts = await scope.db.transaction(async (tx) => {
      let made = 0
      for (const event of page.items) made += await addDeliveries(parts, tx, { event, endpoints: [endpoint] })
      return made
    })
    onBatch(counts, page.items.at(-1)?.at ?? since)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** The endpoint as it stands now; undefined when it is deleted or disabled. */
async function endpointOf(db: Queries<Tables>, id: string): Promise<Subscribed | undefined> {
  return (await enabledEndpoints(db)).find((endpoint) => endpoint.id === id)
}
