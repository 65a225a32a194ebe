import { Clock, hasRole, Jobs, roles, type PluginContext, type Role, requireService } from '@host/plugin'
import type { AllDatabase, AllQueries, Tables } from '../models.ts'
import { instanceOrgId } from '../models.ts'
import { isEnabled, type Categories } from '../preferences/categories.ts'
import { isDecided } from './handle-settling.ts'
import { deliverToPeople, deliverToAdmins } from './jobs.ts'
import { recipientsAtOnce, deliverNotification } from './deliver-notification.ts'

/** Says how the jobs that fill inboxes are done. */
export function handleTelling(ctx: PluginContext<Tables>, categories: Categories): void {
  const [jobs, clock] = [requireService(ctx, Jobs), requireService(ctx, Clock)]

  jobs.handle(deliverToPeople, async ({ db, orgId, jobId }, { notice: notification, to, after, toldBy }) => {
    const category = categories.find(notification.category)
    // A newer build may have no such category, and a feature may have been switched off meanwhile.
    if (category === undefined || !(await isEnabled(ctx, orgId, category))) return
    if (notification.askedAs !== null && (await isDecided(db, notification.askedAs))) return
    // The rows of the workspace: both database types read and write them the same way.
    const all = db as unknown as AllDatabase
    const userIds = await members(all, to, after)
    const by = toldBy ?? jobId
    await deliverNotification(ctx, {
      db: all,
      orgId,
      userIds,
      category,
      notification,
      toldBy: by,
      stamp: {},
      now: clock.now(),
    })
    const last = userIds.length < recipientsAtOnce ? undefined : userIds.at(-1)
    if (last !== undefined) {
      await jobs.enqueue(orgId, deliverToPeople, { notice: notification, to, after: last, toldBy: by })
    }
  })

  jobs.handle<typeof deliverToAdmins.input, 'instance', Tables>(deliverToAdmins, async ({ db, jobId }, input) => {
    const { notice: notification, after, toldBy } = input
    const category = categories.find(notification.category)
    if (category === undefined) return
    const userIds = await instanceAdmins(db, after)
    const by = toldBy ?? jobId
    const stamp = { org_id: instanceOrgId }
    await deliverNotification(ctx, {
      db,
      orgId: undefined,
      userIds,
      category,
      notification,
      toldBy: by,
      stamp,
      now: clock.now(),
    })
    const last = userIds.length < recipientsAtOnce ? undefined : userIds.at(-1)
    if (last !== undefined) {
      await jobs.enqueueForInstance(deliverToAdmins, { notice: notification, after: last, toldBy: by })
    }
  })
}

type Whom = { readonly userId: string } | { readonly role: Role }

/** Current members, not those at the time of writing: a former member receives nothing. */
async function members(db: AllQueries, to: Whom, after: string | null): Promise<readonly string[]> {
  const all = db.selectFrom('memberships').select('user_id')
  const meant =
    'userId' in to
      ? all.where('user_id', '=', to.userId)
      : all.where(
          'role',
          'in',
          roles.filter((role) => hasRole(role, to.role)),
        )
  const rest = after === null ? meant : meant.where('user_id', '>', after)
  const rows = await rest.orderBy('user_id').limit(recipientsAtOnce).execute()
  return rows.map(({ user_id: userId }) => userId)
}

async function instanceAdmins(db: AllQueries, after: string | null): Promise<readonly string[]> {
  const all = db.selectFrom('users').select('id').where('is_instance_admin', '=', true)
  const rest = after === null ? all : all.where('id', '>', after)
  return (await rest.orderBy('id').limit(recipientsAtOnce).execute()).map(({ id }) => id)
}
