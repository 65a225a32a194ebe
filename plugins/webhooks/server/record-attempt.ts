import type { Queries, WorkspaceJobScope } from '@host/plugin'
import type { DeliveryState } from '../shared.ts'
import { countAttempt } from './count-attempt.ts'
import type { DueDelivery } from './due-delivery.ts'
import { judgeHealth } from './endpoint-health.ts'
import type { Tables } from './models.ts'
import type { Parts } from './parts.ts'
import type { PostResult } from './post-message.ts'
import { nextDelay } from './retry-schedule.ts'

/** A try that was made. */
export interface TriedDelivery {
  readonly due: DueDelivery
  /** When, in milliseconds since 1970. */
  readonly at: number
  readonly result: PostResult
}

/**
 * Records an attempt, with its effects on the delivery and the endpoint, in one transaction.
 * @returns milliseconds until the next attempt; undefined when there is none
 */
export async function recordAttempt(
  parts: Parts,
  { db, orgId }: Pick<WorkspaceJobScope<Tables>, 'db' | 'orgId'>,
  tried: TriedDelivery,
): Promise<number | undefined> {
  return await db.transaction(async (tx) => {
    // Locked in the same order as a deletion; deleted rows are not recreated.
    const endpoint = await lockEndpoint(tx, tried.due.endpointId)
    const delivery = await lockDelivery(tx, tried.due.id)
    if (endpoint === undefined || delivery === undefined) return undefined
    if (provesAddress(endpoint, tried)) await setProven(tx, endpoint.id)
    const number = delivery.attempts + 1
    await insertAttempt(tx, tried, number)
    const isOver = await judgeHealth(parts, tx, { orgId, endpoint, tried })
    const step = nextStep({ delivery, tried, isOver })
    await tx
      .updateTable('webhooks_deliveries')
      .set({ ...outcomeOf(tried), ...step.set, attempts: number })
      .where('id', '=', delivery.id)
      .execute()
    if (!tried.due.isTest) {
      await countAttempt(tx, { endpointId: endpoint.id, at: tried.at, hasSucceeded: isSuccess(tried) })
    }
    return step.delay
  })
}

interface StepInput {
  readonly delivery: NonNullable<Awaited<ReturnType<typeof lockDelivery>>>
  readonly tried: TriedDelivery
  /** Whether its endpoint gets nothing any more. */
  readonly isOver: boolean
}

interface Step {
  readonly set: { readonly state?: DeliveryState; readonly tries?: number; readonly next_try_at?: string | null }
  readonly delay?: number | undefined
}

/** The next state of the delivery. A delivery that was replayed meanwhile is left to its new run. */
function nextStep({ delivery, tried, isOver }: StepInput): Step {
  const { due, at, result } = tried
  if (delivery.run !== due.run) return { set: {} }
  const tries = delivery.tries + 1
  if (isSuccess(tried)) return { set: { state: 'delivered', tries, next_try_at: null } }
  if (delivery.state !== 'waiting') return { set: { tries } }
  const delay =
    isOver || due.isTest ? undefined : nextDelay({ tries, retryAfter: result.retryAfter, random: Math.random() })
  if (delay === undefined) return { set: { state: 'failed', tries, next_try_at: null } }
  const wait = result.duration + delay
  return { set: { tries, next_try_at: new Date(at + wait).toISOString() }, delay }
}

function outcomeOf({ result: { status, error, duration } }: TriedDelivery) {
  return { last_status: status ?? null, last_error: error ?? null, last_duration: duration, has_turn: false }
}

function isSuccess({ result }: TriedDelivery): boolean {
  return result.error === undefined
}

async function insertAttempt(db: Queries<Tables>, { due, at, result }: TriedDelivery, number: number): Promise<void> {
  const { status = null, error = null, duration, headers, body, isCut } = result
  const facts = { number, at: new Date(at).toISOString(), duration, status, error }
  await db
    .insertInto('webhooks_attempts')
    .values({ delivery_id: due.id, ...facts, headers, body, is_cut: isCut })
    .execute()
}

/** Whether a try is the first that the address took, which may have changed meanwhile. */
function provesAddress(
  { unproven_since: since, address }: { readonly unproven_since: string | null; readonly address: string | null },
  tried: TriedDelivery,
): boolean {
  return since !== null && isSuccess(tried) && address === tried.due.address
}

/** The address has taken a message. */
async function setProven(db: Queries<Tables>, id: string): Promise<void> {
  await db.updateTable('webhooks_endpoints').set({ unproven_since: null }).where('id', '=', id).execute()
}

async function lockEndpoint(db: Queries<Tables>, id: string) {
  return await db
    .selectFrom('webhooks_endpoints')
    .select(['id', 'url', 'description', 'is_enabled', 'failing_since', 'unproven_since', 'address'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

async function lockDelivery(db: Queries<Tables>, id: string) {
  return await db
    .selectFrom('webhooks_deliveries')
    .select(['id', 'state', 'run', 'tries', 'attempts'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
