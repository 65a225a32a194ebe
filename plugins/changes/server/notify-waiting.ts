import {
  Changesets,
  Events,
  hasRole,
  Problem,
  requireService,
  type EventRecord,
  type EventScope,
  type Notification,
  type NotificationOutcome,
  type PluginContext,
} from '@host/plugin'
import type { Tables } from './models.ts'
import { planNotification, planOutcome, type PlanEnd } from './plan-notifications.ts'

/** Data of the events of changesets, as far as they are read here. */
interface Told {
  readonly changesetId: string
  readonly by: string | null
}

/** Data of `changeset.planned`. */
interface ToldPlan extends Told {
  readonly waits: boolean
  readonly isByAgent: boolean
}

const ends: ReadonlyMap<string, PlanEnd> = new Map<string, PlanEnd>([
  ['changeset.approved', 'approved'],
  ['changeset.dismissed', 'dismissed'],
  ['changeset.expired', 'expired'],
])

/**
 * Notifies those who may apply a plan, unless its author may apply it at once, and marks the notification as done when
 * the plan is decided. Events come in no promised order: an outcome that comes first keeps the question from being asked.
 */
export function notifyWaiting(ctx: PluginContext<Tables>): void {
  const events = requireService(ctx, Events)
  events.subscribe<ToldPlan>('waiting-plans', 'changeset.planned', (scope, event) => ask(ctx, scope, event))
  events.subscribe<Told>('decided-plans', [...ends.keys()], (scope, event) => settle(ctx, scope, event))
}

type Scope = EventScope<Tables>

async function ask(ctx: PluginContext<Tables>, { db, now }: Scope, { orgId, data }: EventRecord<ToldPlan>) {
  const { changesetId, by, waits, isByAgent } = data
  if (!waits) return
  const changeset = await requireService(ctx, Changesets).find(orgId, changesetId)
  if (changeset?.state !== 'planned' || changeset.expiresAt <= now().toISOString()) return
  const author = await memberOf(db, by)
  if (!isByAgent && author !== undefined && hasRole(author.role, changeset.role)) return
  await notify(ctx, planNotification({ orgId, changeset, author: author?.name ?? null, isByAgent }))
}

/** A plan that a plugin approves or dismisses itself was never asked about. */
async function settle(ctx: PluginContext<Tables>, { db }: Scope, { orgId, name, data }: EventRecord<Told>) {
  const { changesetId: id, by } = data
  const end = ends.get(name)
  if (end === undefined || (by === null && end !== 'expired')) return
  const changeset = await requireService(ctx, Changesets).find(orgId, id)
  const isAuthor = by !== null && changeset?.plannedBy === by
  const person = await memberOf(db, by)
  const told = { end: end === 'dismissed' && isAuthor ? 'withdrawn' : end, by: person?.name ?? null } as const
  await notify(ctx, planOutcome(orgId, id, told))
}

async function memberOf(db: Scope['db'], id: string | null) {
  if (id === null) return undefined
  return await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.name', 'memberships.role'])
    .where('memberships.user_id', '=', id)
    .executeTakeFirst()
}

/** In a build without notifications the list of changes shows the plan all the same. */
async function notify(ctx: PluginContext<Tables>, notification: Notification | NotificationOutcome): Promise<void> {
  try {
    await ctx.notify(notification)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'service_unavailable') throw error
  }
}
