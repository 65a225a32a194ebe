import { Problem, type CatalogEvent, type WorkspaceScope } from '@host/plugin'
import { isChosen } from '../shared.ts'
import { selectEnabled } from './endpoint-rows.ts'
import { deliverJob } from './job-kinds.ts'
import { promptLaneOf } from './lanes.ts'
import { messageBody } from './message-body.ts'
import type { Tables } from './models.ts'
import type { Parts } from './parts.ts'

/** The endpoint and the event of a test. */
export interface TestRequest {
  readonly id: string
  /** The first that the endpoint gets when left out. */
  readonly event: string | undefined
}

/**
 * Makes a delivery of the example of an event, which is tried once.
 * @returns its id
 * @throws Problem `not_found`, `conflict` for an endpoint that is disabled, `invalid_input` for an unknown event
 */
export async function makeTest(
  parts: Parts,
  { db, orgId }: Pick<WorkspaceScope<Tables>, 'db' | 'orgId'>,
  { id, event: wanted }: TestRequest,
): Promise<string> {
  const endpoint = await selectEnabled(db, id)
  const event = chosenEvent(parts.events.catalog(), endpoint.events, wanted)
  const now = new Date(parts.clock()).toISOString()
  const body = messageBody({ type: event.name, at: now, orgId, data: event.example, isTest: true })
  return await db.transaction(async (tx) => {
    const { id: deliveryId } = await tx
      .insertInto('webhooks_deliveries')
      .values({ endpoint_id: id, event: event.name, body, is_test: true, next_try_at: now, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await parts.jobs.enqueue(orgId, deliverJob, { deliveryId, run: 1 }, { lane: promptLaneOf(id) })
    return deliveryId
  })
}

function chosenEvent(
  catalog: readonly CatalogEvent[],
  choices: readonly string[],
  wanted: string | undefined,
): CatalogEvent {
  const found = catalog.find(({ name }) => (wanted === undefined ? isChosen(choices, name) : name === wanted))
  if (found !== undefined) return found
  if (wanted === undefined) throw new Problem('conflict', { detail: nothingToSend })
  const message = { en: `Unknown event "${wanted}".`, zh: `没有名为 ${wanted} 的事件。` }
  throw new Problem('invalid_input', { errors: [{ path: 'event', message }] })
}

const nothingToSend = {
  en: 'None of the events of this endpoint exist anymore.',
  zh: '此端点所选的事件均已不存在。',
}
