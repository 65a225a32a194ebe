/**
 * The deletion of an account.
 *
 *   checked: owns no workspace alone, is not the last instance admin ── else refused, nothing done
 *     ──► leaves each workspace, as a member who leaves does: tokens, sessions, hooks of the plugins
 *     ──► one transaction: out of closed workspaces, every row of the host that has this user, then the user
 *     ──► hooks of the plugins, which erase their data of the person
 *
 * A closed workspace keeps no members: without its last owner it can't be restored, and it is erased on its day.
 *
 * A change between the steps makes the next one refuse; another attempt continues from there. Rows of workspaces that
 * name the user, such as the actor of an audit entry, stay: they belong to the workspace.
 */
import { Problem, type Queries } from '@host/plugin'
import { normalizeEmail } from '../accounts/email.ts'
import { clientOf, languageOf } from '../../request/client.ts'
import type { HostTables } from '../models.ts'
import { checkKeepsAdmin } from '../people/keeps-admin.ts'
import { clearedSessionCookie } from '../sessions/session-cookie.ts'
import { holdAccount } from '../sign-in/hold-account.ts'
import { lockAccount } from '../sign-in/lock-account.ts'
import { lockWorkspace } from '../workspaces/lock-workspace.ts'
import { eraseUser } from './erase-user.ts'
import { ownAccount } from './own-account.ts'
import type { ProfileParts } from './profile-service.ts'

/** @returns the `set-cookie` value that takes the session away @throws as `ProfileService.deleteAccount` */
export async function deleteAccount(parts: ProfileParts, request: Request, typed: string): Promise<string> {
  const { db, live, leave, recorder, eraseElsewhere, accountDeleted } = parts
  const { account, caller } = await ownAccount(parts, request)
  const { id: userId, email, name } = account
  if (normalizeEmail(typed) !== email) {
    throw new Problem('invalid_input', { errors: [{ path: 'email', message: notYours[languageOf(request)] }] })
  }
  const workspaces = await db.transaction(async (queries) => {
    await checkKeepsAdmin(queries, userId)
    await holdAccount(queries, caller)
    return await workspacesToLeave(queries, userId)
  })
  for (const orgId of workspaces) await leave({ orgId, actorId: userId })
  await db.transaction(async (queries) => {
    await leaveClosed(queries, userId)
    await checkKeepsAdmin(queries, userId)
    await lockAccount(queries, userId)
    await recorder.record({ kind: 'user.deleted', actorId: userId, userId, email, name })
    await eraseUser(queries, userId)
    await eraseElsewhere(userId)
  })
  await live.forget({ userId })
  await accountDeleted(userId)
  return clearedSessionCookie(clientOf(request).isSecure)
}

/** @throws Problem `last_owner` naming the workspaces that would be left without an owner */
async function workspacesToLeave(db: Queries<HostTables>, userId: string): Promise<readonly string[]> {
  const memberships = await db
    .selectFrom('memberships as m')
    .innerJoin('workspaces as w', 'w.id', 'm.org_id')
    .select(['m.org_id as orgId', 'm.role', 'w.name', 'w.erase_at as eraseAt'])
    .select((eb) =>
      eb
        .selectFrom('memberships as o')
        .whereRef('o.org_id', '=', 'm.org_id')
        .where('o.role', '=', 'owner')
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('owners'),
    )
    .where('m.user_id', '=', userId)
    .execute()
  const alone = memberships.filter(({ role, owners }) => role === 'owner' && (owners ?? 0) <= 1)
  const stranded = alone.filter(({ eraseAt }) => eraseAt === null)
  if (stranded.length === 0) return memberships.filter((each) => !alone.includes(each)).map(({ orgId }) => orgId)
  const names = stranded.map(({ name }) => name).slice(0, 5)
  throw new Problem('last_owner', {
    detail: {
      en: `You are the only owner of ${names.map((each) => `“${each}”`).join(', ')}.`,
      zh: `您是${names.map((each) => `“${each}”`).join('、')}的唯一所有者。`,
    },
    nextStep: {
      en: 'Make another member an owner there, or delete the workspace.',
      zh: '请先将其他成员设为所有者，或删除该工作区。',
    },
  })
}

/**
 * Leaves closed workspaces, even as the last owner: locked, so that none is restored without an owner at the same
 * moment.
 */
async function leaveClosed(db: Queries<HostTables>, userId: string): Promise<void> {
  const own = await db
    .selectFrom('memberships')
    .select('org_id as orgId')
    .where('user_id', '=', userId)
    .orderBy('org_id')
    .execute()
  for (const { orgId } of own) await lockWorkspace(db, orgId)
  await db
    .deleteFrom('memberships')
    .where('user_id', '=', userId)
    .where('org_id', 'in', (eb) => eb.selectFrom('workspaces').select('id').where('erase_at', 'is not', null))
    .execute()
}

const notYours = {
  en: "This isn't your account's email address.",
  zh: '这不是您账户的邮箱地址。',
} as const
