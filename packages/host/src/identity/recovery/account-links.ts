/**
 * One-time links of an account.
 *
 *   none ── issue ──► waiting ── issue ──► waiting, the older void
 *                        ├── take ───────► none, once, however many take at the same time
 *                        ├── endAccess ──► none
 *                        └── its time ───► void; removed by the next sweep
 *
 * `take` is one statement inside the transaction of the link's action: it is used up exactly when that commits. It
 * locks the account first, as everything does that voids links, so that they never deadlock.
 */
import { Problem, type Queries } from '@host/plugin'
import type { HostTables } from '../models.ts'
import { hashSecretToken, isSecretToken, newSecretToken } from '../secret-token.ts'
import { lockAccount } from '../sign-in/lock-account.ts'
import { iso } from '../../support/time.ts'

/** Purpose of a link. `operator` resets as `reset` does; the operator delivers it, so it proves no mailbox. */
export type LinkPurpose = 'verify' | 'reset' | 'email' | 'operator'

/** A link as it is presented: the token, and the purposes that it may have. */
export interface PresentedLink {
  readonly token: string
  readonly purpose: LinkPurpose | readonly LinkPurpose[]
}

/** A link that was used. */
export interface TakenLink {
  readonly userId: string
  readonly purpose: LinkPurpose
  /** The address that a change of email waits for. */
  readonly email: string | null
}

/** How long each is good, in milliseconds. */
export const linkLife: Readonly<Record<LinkPurpose, number>> = {
  verify: 24 * 60 * 60_000,
  reset: 60 * 60_000,
  email: 24 * 60 * 60_000,
  operator: 60 * 60_000,
}

/** Expired links removed by one sweep. */
const mostRemoved = 1_000

/** Makes a link and the older one of its purpose void. @returns the token, which is kept nowhere */
export async function issueLink(
  db: Queries<HostTables>,
  link: { readonly userId: string; readonly purpose: LinkPurpose; readonly email?: string },
  now: number,
): Promise<string> {
  const token = newSecretToken()
  const { userId: user_id, purpose, email = null } = link
  const rest = { token_hash: hashSecretToken(token), email, expires_at: iso(now + linkLife[purpose]) }
  await db
    .insertInto('host_account_links')
    .values({ user_id, purpose, ...rest })
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(rest))
    .execute()
  return token
}

/**
 * Removes expired links of all accounts, each by a statement of its own: a transaction that held links of several
 * accounts could deadlock with those that void links.
 */
export async function removeExpiredLinks(db: Queries<HostTables>, now: number): Promise<void> {
  const expired = await db
    .selectFrom('host_account_links')
    .select('id')
    .where('expires_at', '<=', iso(now))
    .limit(mostRemoved)
    .execute()
  for (const { id } of expired) {
    await db.deleteFrom('host_account_links').where('id', '=', id).where('expires_at', '<=', iso(now)).execute()
  }
}

/** Makes every link of an account void. */
export async function voidLinks(db: Queries<HostTables>, userId: string): Promise<void> {
  await db.deleteFrom('host_account_links').where('user_id', '=', userId).execute()
}

/** Uses a link up. @throws Problem `gone` for one that is used, too old, void or none */
export async function takeLink(
  db: Queries<HostTables>,
  { token, purpose }: PresentedLink,
  now: number,
): Promise<TakenLink> {
  await lockAccount(db, (await readLink(db, { token, purpose }, now)).userId)
  const taken = await db
    .deleteFrom('host_account_links')
    .where('token_hash', '=', hashSecretToken(token))
    .where('purpose', 'in', [purpose].flat())
    .where('expires_at', '>', iso(now))
    .returning(['user_id as userId', 'purpose', 'email'])
    .executeTakeFirst()
  if (taken === undefined) throw linkIsVoid()
  return taken
}

/** The account of a waiting link, without using it up. @throws Problem `gone` */
export async function readLink(
  db: Queries<HostTables>,
  { token, purpose }: PresentedLink,
  now: number,
): Promise<{ readonly userId: string; readonly accountEmail: string }> {
  if (!isSecretToken(token)) throw linkIsVoid()
  const link = await db
    .selectFrom('host_account_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.user_id as userId', 'u.email as accountEmail'])
    .where('l.token_hash', '=', hashSecretToken(token))
    .where('l.purpose', 'in', [purpose].flat())
    .where('l.expires_at', '>', iso(now))
    .executeTakeFirst()
  if (link === undefined) throw linkIsVoid()
  return link
}

/** The answer to every invalid link, whatever the reason. */
export function linkIsVoid(): Problem {
  return new Problem('gone', {
    detail: { en: 'It was used, has expired, or a newer one was sent.', zh: '它已被使用、已过期，或已有更新的链接。' },
    nextStep: { en: 'Request a new one.', zh: '请重新申请链接。' },
  })
}
