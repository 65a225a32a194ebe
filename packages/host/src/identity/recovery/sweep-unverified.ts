/**
 * The end of registered accounts that were never verified.
 *
 *   registered ── registered once more ──► registered, from now on
 *       ├── verify, reset ─► account
 *       └── 7 days ────────► gone with the next registration or link, unless a link waits, a workspace has it as a
 *                            member, or an instance admin disabled it
 *
 * An address that was mistyped, or registered for another person, becomes free, and the data typed with it is deleted.
 * A disabled account stays, since registering again would otherwise enable it.
 */
import type { Queries } from '@host/plugin'
import type { HostTables } from '../models.ts'
import { eraseUser } from '../profile/erase-user.ts'
import { lockAccount } from '../sign-in/lock-account.ts'
import { iso } from '../../support/time.ts'
import { removeExpiredLinks } from './account-links.ts'
import type { RecoveryParts } from './recovery-service.ts'

/** How long an account waits to be verified, in milliseconds. */
export const unverifiedLife = 7 * 24 * 60 * 60_000

/** Accounts of one sweep. */
const mostAtOnce = 100

/** Removes expired links, and erases the accounts whose time is over, each in a transaction of its own. */
export async function sweepUnverified(parts: RecoveryParts): Promise<void> {
  const { db, clock } = parts
  await removeExpiredLinks(db, clock())
  const due = await overdue(db, clock()).limit(mostAtOnce).execute()
  for (const { id: userId } of due) {
    const isErased = await db.transaction((queries) => eraseOverdue(parts, queries, userId))
    if (isErased) await parts.accountDeleted(userId)
  }
}

async function eraseOverdue(
  { clock, recorder, eraseElsewhere }: RecoveryParts,
  queries: Queries<HostTables>,
  userId: string,
): Promise<boolean> {
  // Verification and link requests lock it too: checked again under the lock.
  if (!(await lockAccount(queries, userId))) return false
  const account = await overdue(queries, clock()).where('u.id', '=', userId).executeTakeFirst()
  if (account === undefined) return false
  const { email, name } = account
  await recorder.record({ kind: 'user.never_verified', userId, email, name })
  await eraseUser(queries, userId)
  await eraseElsewhere(userId)
  return true
}

function overdue(db: Queries<HostTables>, now: number) {
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.email', 'u.name'])
    .where('u.is_email_verified', '=', false)
    .where('u.is_instance_admin', '=', false)
    .where('u.disabled_at', 'is', null)
    .where('u.created_at', '<=', iso(now - unverifiedLife))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('memberships as m').select('m.id').whereRef('m.user_id', '=', 'u.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('host_account_links as l')
            .select('l.id')
            .whereRef('l.user_id', '=', 'u.id')
            .where('l.expires_at', '>', iso(now)),
        ),
      ),
    )
    .orderBy('u.created_at')
}
