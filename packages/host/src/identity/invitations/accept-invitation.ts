/**
 * Joining by a link.
 *
 * A mailed link proves the mailbox and can create an account. A link that was shown to its inviter proves nothing: it creates
 * an account only where its workspace has no mail sender, and only for an instance admin's invitation, since everyone may own a
 * workspace and invite any address to it. Without a session, all other shown links get one answer that does not depend on
 * whether the address has an account. An existing account joins only with a session of its own.
 */
import { Problem, type PlanLimit, type Queries } from '@host/plugin'
import type { AcceptedInvitation, InvitationAnswer } from '@host/plugin/platform'
import { draftAccount } from '../accounts/account-draft.ts'
import { insertAccount, type NewAccount } from '../accounts/account-store.ts'
import type { HostTables } from '../models.ts'
import { hashSecretToken, isSecretToken } from '../secret-token.ts'
import { iso } from '../../support/time.ts'
import { lockAccount } from '../sign-in/lock-account.ts'
import { lockWorkspace } from '../workspaces/lock-workspace.ts'
import { endAllSupport } from '../support/end-support.ts'
import { admitMember, withinMembers } from '../workspaces/admit-member.ts'
import { admitOwner } from '../workspaces/owned-workspaces.ts'
import { refuseSuspended } from '../workspaces/suspend-workspace.ts'
import { roleIn } from '../workspaces/role-in.ts'
import { openInvitation, type StoredInvitation } from './invitation-store.ts'
import type { InvitationParts } from './invitations-service.ts'

/** @throws Problem `gone`, `unauthenticated`, `forbidden`, `invalid_input`, `conflict` for an owner of too many workspaces, `quota_exceeded` */
export async function acceptInvitation(parts: InvitationParts, answer: InvitationAnswer): Promise<AcceptedInvitation> {
  const seen = await openedBy(parts, parts.db, answer.token)
  if (answer.userId === undefined && !(await makesAccount(parts, seen))) throw needsAccount()
  const account = await parts.accounts.findByEmail(seen.email)
  if (account !== undefined) checkConsent(account.id, answer.userId)
  else if (answer.userId !== undefined) throw anotherAccount()
  const draft = account === undefined ? await draftOf(parts, seen, answer) : undefined
  const mostOwned = await parts.mostOwned()
  const accept = async (limit: PlanLimit): Promise<AcceptedInvitation> =>
    await parts.db.transaction(async (db) => {
      await lockWorkspace(db, seen.orgId)
      await refuseSuspended(db, seen.orgId)
      const invitation = await openedBy(parts, db, answer.token)
      await db.deleteFrom('invitations').where('id', '=', invitation.id).execute()
      const userId = account?.id ?? (await makeAccount(parts, db, draft))
      if (!(await lockAccount(db, userId))) throw new Problem('unauthenticated')
      await join(parts, db, { invitation, userId, mostOwned, limit })
      return { userId, orgId: invitation.orgId, isNew: account === undefined }
    })
  return await withinMembers(parts.memberLimit, seen.orgId, accept)
}

/** Whether a link creates an account for an address without one. */
export async function makesAccount(
  { mail }: Pick<InvitationParts, 'mail'>,
  { orgId, isMailed, isByInstanceAdmin }: Pick<StoredInvitation, 'orgId' | 'isMailed' | 'isByInstanceAdmin'>,
): Promise<boolean> {
  return isMailed || (isByInstanceAdmin === true && !(await mail.canSend(orgId)))
}

/** The invitation behind a link. @throws Problem `gone`, with the same text whatever the reason */
export async function openedBy(
  { clock }: Pick<InvitationParts, 'clock'>,
  db: Queries<HostTables>,
  token: string,
): Promise<StoredInvitation> {
  const invitation = isSecretToken(token) ? await openInvitation(db, hashSecretToken(token), clock()) : undefined
  if (invitation === undefined) throw overInvitation()
  return invitation
}

/** @throws Problem `unauthenticated`, `forbidden` */
function checkConsent(accountId: string, userId: string | undefined): void {
  if (userId === undefined) {
    throw new Problem('unauthenticated', {
      detail: { en: 'This email address already has an account.', zh: '此邮箱地址已有账户。' },
      nextStep: { en: 'Sign in with it, then accept the invitation.', zh: '请使用该账户登录后接受邀请。' },
    })
  }
  if (userId !== accountId) throw anotherAccount()
}

/** @throws Problem `invalid_input` */
async function draftOf(
  { passwords, clock }: InvitationParts,
  { email, isMailed }: StoredInvitation,
  { name = '', password = '', language }: InvitationAnswer,
): Promise<NewAccount> {
  const draft = draftAccount({ email, name, password, language })
  const passwordHash = await passwords.hash(draft.password)
  return {
    email: draft.email,
    name: draft.name,
    passwordHash,
    isInstanceAdmin: false,
    isMailboxProven: isMailed,
    createdAt: iso(clock()),
  }
}

/** @throws Problem `unauthenticated` when the address got an account in this very moment */
async function makeAccount(
  { recorder }: InvitationParts,
  db: Queries<HostTables>,
  draft: NewAccount | undefined,
): Promise<string> {
  const user = draft === undefined ? undefined : await insertAccount(db, draft)
  if (user === undefined) throw new Problem('unauthenticated')
  const { id, email, name } = user
  await recorder.record({ kind: 'user.created', actorId: id, userId: id, email, name })
  return id
}

interface Joining {
  readonly invitation: StoredInvitation
  readonly userId: string
  readonly mostOwned: number
  readonly limit: PlanLimit
}

/** An existing member keeps their role. */
async function join(
  { recorder, clock }: InvitationParts,
  db: Queries<HostTables>,
  { invitation: { orgId, role, email, isMailed, invitedBy }, userId, mostOwned, limit }: Joining,
): Promise<void> {
  if ((await roleIn(db, orgId, userId)) !== undefined) return
  if (role === 'owner') await admitOwner(db, { userId, actorId: userId, mostOwned })
  await admitMember(db, orgId, limit)
  const added = await db
    .insertInto('memberships')
    .values({ org_id: orgId, user_id: userId, role, created_at: iso(clock()) })
    .onConflict((conflict) => conflict.columns(['org_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) return
  const ending = { of: { orgId, userId }, actorId: userId, how: 'ended', now: clock() } as const
  await endAllSupport(db, recorder, ending)
  const facts = { email, role, invitedBy, isMailed }
  await recorder.record({ kind: 'member.joined', orgId, actorId: userId, userId, how: 'invitation', ...facts })
}

function needsAccount(): Problem {
  return new Problem('unauthenticated', {
    detail: {
      en: 'This invitation works only with an existing account for its email address.',
      zh: '此邀请仅适用于其邮箱地址已有账户的情况。',
    },
    nextStep: {
      en: 'Sign in with that account, or ask an instance admin to create one.',
      zh: '请使用该账户登录，或联系实例管理员创建账户。',
    },
  })
}

function overInvitation(): Problem {
  return new Problem('gone', {
    nextStep: { en: 'Ask for a new invitation.', zh: '请联系邀请人重新发送邀请。' },
  })
}

function anotherAccount(): Problem {
  return new Problem('forbidden', {
    detail: { en: 'The invitation is for another email address.', zh: '此邀请属于另一个邮箱地址。' },
    nextStep: { en: 'Sign out and open the link again.', zh: '请退出登录后重新打开链接。' },
  })
}
