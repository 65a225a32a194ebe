/**
 * Delivers all events of a workspace to one subscriber again, from a given time on: a job that reads them page by page
 * and enqueues their deliveries. They have their original ids. A replay that dies begins again, and does not enqueue
 * deliveries that still wait; its deliveries have a lane of their own, so that new events do not wait for them.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { JobRun } from '@host/plugin'
import * as z from 'zod/mini'
import type { HostJob, HostJobKind, JobEngine } from '../jobs/job-engine.ts'
import { deliveryOf } from './delivery.ts'
import { momentOf, type EventReader } from './event-reader.ts'
import type { Subscription } from './subscriptions.ts'

const hour = 3_600_000
const pageSize = 200
/** How long to wait for transactions that stay open, in milliseconds. */
const untilSettled = 1_000

const Input = z.strictObject({ subscriber: z.string(), since: z.string(), until: z.string() })

const kind: HostJobKind<typeof Input> = { name: 'events.replay', input: Input, place: 'workspace', timeout: 6 * hour }

/** Dependencies of replays. */
export interface ReplayParts {
  readonly jobs: Pick<JobEngine, 'handle' | 'add'>
  readonly reader: EventReader
  readonly find: (plugin: string, subscriber: string) => Subscription | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** The events to replay. */
export interface ReplayRequest {
  readonly orgId: string
  readonly subscriber: string
  readonly since: string
}

/** Registers the replays of a plugin's subscribers. Call while mounting. */
export function handleReplays(parts: ReplayParts, plugin: string): void {
  parts.jobs.handle(plugin, kind, async (scope, input) => {
    const subscription = parts.find(plugin, input.subscriber)
    // A build may have left the subscriber out since.
    if (subscription !== undefined) await replay(parts, subscription, { ...input, run: scope })
  })
}

/** @returns the id of the job @throws TypeError for an unknown subscriber; Problem `bad_request` for a moment that is none */
export async function startReplay(
  { jobs, find, clock }: ReplayParts,
  plugin: string,
  { orgId, subscriber, since }: ReplayRequest,
): Promise<string> {
  if (find(plugin, subscriber) === undefined) {
    throw new TypeError(`Plugin "${plugin}" has no subscriber "${subscriber}" for a replay.`)
  }
  const input = { subscriber, since: momentOf(since), until: new Date(clock()).toISOString() }
  const [id] = await jobs.add([{ orgId, plugin, kind, input }])
  if (id === undefined) throw new Error('The added job has no ID.')
  return id
}

interface Replaying {
  readonly since: string
  readonly until: string
  readonly run: JobRun & { readonly orgId: string; readonly signal: AbortSignal }
}

async function replay(
  { jobs, reader }: ReplayParts,
  subscription: Subscription,
  { since, until, run }: Replaying,
): Promise<void> {
  const { names } = subscription
  const { orgId, jobId, signal } = run
  const [from, to] = [Date.parse(since), Date.parse(until)]
  const { end } = await reader.settled(orgId)
  let cursor: string | undefined
  let told = 0
  for (let isOver = false; !isOver;) {
    signal.throwIfAborted()
    const { below } = await reader.settled(orgId)
    const page = await reader.page(orgId, { names, since, limit: pageSize, cursor })
    // Events published meanwhile are delivered normally.
    const due = page.items.filter(({ at }) => at <= until)
    await jobs.add(due.map(({ id }) => deliveryAgain(subscription, { orgId, id, jobId })))
    told += due.length
    const last = page.nextCursor === null ? to : Date.parse(page.items.at(-1)?.at ?? until)
    run.progress(Math.min(1, (last - from) / Math.max(1, to - from)), told.toLocaleString('en'))
    cursor = page.resumeCursor
    const isLast = page.nextCursor === null || due.length === 0
    isOver = isLast && below >= end
    if (isLast && !isOver) await pause(untilSettled, undefined, { signal })
  }
}

interface Again {
  readonly orgId: string
  readonly id: string
  readonly jobId: string
}

function deliveryAgain(subscription: Subscription, { orgId, id, jobId }: Again): HostJob {
  const lane = `replay.${subscription.subscriber}`
  return { ...deliveryOf(subscription, orgId, id), uniqueKey: `${jobId}.${id}`, lane }
}
