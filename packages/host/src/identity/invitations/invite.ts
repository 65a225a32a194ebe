import { Problem, type Language, type Queries, type Role } from '@host/plugin'
import type { SentInvitation, WorkspaceActor } from '@host/plugin/platform'
import { normalizeEmail } from '../accounts/email.ts'
import type { HostTables } from '../models.ts'
import { hashSecretToken, newSecretToken } from '../secret-token.ts'
import { iso } from '../../support/time.ts'
import { lockWorkspace } from '../workspaces/lock-workspace.ts'
import { makesAccount } from './accept-invitation.ts'
import { checkMayInvite, invitationLife, putInvitation, readInvitation } from './invitation-store.ts'
import type { InvitationParts } from './invitations-service.ts'

/** Most invitations that wait in one workspace. */
const mostWaiting = 500
/** How long one that is over stays in the list, in milliseconds. */
const keptAfter = 30 * 86_400_000

/** Invited addresses and role. */
export interface Invited {
  readonly emails: readonly string[]
  readonly role: Role
  readonly language: Language
}

/** Makes invitations, all or none. @throws Problem `not_found`, `forbidden`, `invalid_input`, `conflict` */
export async function invite(
  parts: InvitationParts,
  actor: WorkspaceActor,
  { emails, role, language }: Invited,
): Promise<readonly SentInvitation[]> {
  const addresses = [...new Set(emails.map(addressOf))]
  const now = parts.clock()
  return await send(parts, { actor, language, now }, async (db) => {
    await db
      .deleteFrom('invitations')
      .where('org_id', '=', actor.orgId)
      .where('expires_at', '<=', iso(now - keptAfter))
      .execute()
    await refuseMembers(db, actor.orgId, { addresses, given: emails })
    await refuseTooMany(db, actor.orgId, addresses)
    return { role, addresses }
  })
}

/** Makes a new link for an invited person. @throws Problem `not_found`, `forbidden`, `conflict` */
export async function resend(
  parts: InvitationParts,
  actor: WorkspaceActor,
  { id, language }: { readonly id: string; readonly language: Language },
): Promise<SentInvitation> {
  const [sent] = await send(parts, { actor, language, now: parts.clock() }, async (db) => {
    const { role, email } = await readInvitation(db, actor.orgId, id)
    return { role, addresses: [email] }
  })
  if (sent === undefined) throw new Problem('not_found')
  return sent
}

interface Sending {
  readonly actor: WorkspaceActor
  readonly language: Language
  readonly now: number
}

type Choose = (db: Queries<HostTables>) => Promise<{ readonly role: Role; readonly addresses: readonly string[] }>

/** Writes the invitations under the workspace's lock, and mails the links, or returns them to the inviter. */
async function send(
  parts: InvitationParts,
  { actor, language, now }: Sending,
  choose: Choose,
): Promise<readonly SentInvitation[]> {
  const { db, mail } = parts
  const { orgId } = actor
  const isMailed = await mail.canSend(orgId)
  const { made, inviter, isByInstanceAdmin } = await db.transaction(async (queries) => {
    await lockWorkspace(queries, orgId)
    const { role, addresses } = await choose(queries)
    const names = await checkMayInvite(queries, { ...actor, role })
    const written: Made[] = []
    for (const email of addresses) written.push(await write(parts, queries, { actor, email, role, isMailed, now }))
    for (const one of written) await queueEmail(parts, one, { ...names, orgId, language, isMailed })
    return { ...names, made: written }
  })
  const creates = await makesAccount(parts, { orgId, isMailed, isByInstanceAdmin })
  return made.map(({ token, ...invitation }) => {
    const shown = { isMailed, link: isMailed ? null : mail.linkTo('/invitation', token), makesAccount: creates }
    return { ...invitation, invitedBy: inviter, isExpired: false, ...shown }
  })
}

interface Made {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly createdAt: string
  readonly expiresAt: string
  readonly token: string
}

interface Invite extends Pick<Sending, 'language'> {
  readonly orgId: string
  readonly workspace: string
  readonly inviter: string
  readonly isMailed: boolean
}

async function queueEmail({ mail }: InvitationParts, made: Made, sent: Invite): Promise<void> {
  const { orgId, workspace, inviter, language, isMailed } = sent
  if (!isMailed) return
  const link = mail.linkTo('/invitation', made.token)
  const email = { kind: 'invitation', to: made.email, language, names: { workspace, inviter }, link, orgId } as const
  await mail.queue(email, Date.parse(made.expiresAt))
}

interface Writing {
  readonly actor: WorkspaceActor
  readonly email: string
  readonly role: Role
  readonly isMailed: boolean
  readonly now: number
}

async function write(
  { recorder }: InvitationParts,
  db: Queries<HostTables>,
  { actor: { orgId, actorId }, email, role, isMailed, now }: Writing,
): Promise<Made> {
  const token = newSecretToken()
  const tokenHash = hashSecretToken(token)
  const id = await putInvitation(db, { orgId, email, role, tokenHash, isMailed, invitedBy: actorId }, now)
  await recorder.record({ kind: 'member.invited', orgId, actorId, invitationId: id, email, role, isMailed })
  return { id, email, role, token, createdAt: iso(now), expiresAt: iso(now + invitationLife) }
}

/** @throws Problem `invalid_input` */
function addressOf(email: string, place: number): string {
  const address = normalizeEmail(email)
  if (address !== undefined) return address
  throw new Problem('invalid_input', {
    errors: [
      {
        path: `emails.${place}`,
        message: {
          en: `${email.slice(0, 60)}: Enter a valid email, like ada@example.com.`,
          zh: `${email.slice(0, 60)}：请填写邮箱地址，例如 ada@example.com。`,
        },
      },
    ],
  })
}

/** @throws Problem `invalid_input` naming those who are already members, whom every admin can see anyway */
async function refuseMembers(
  db: Queries<HostTables>,
  orgId: string,
  { addresses, given }: { readonly addresses: readonly string[]; readonly given: readonly string[] },
): Promise<void> {
  const members = await db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.email')
    .where('m.org_id', '=', orgId)
    .where('u.email', 'in', addresses)
    .execute()
  if (members.length === 0) return
  const known = new Set(members.map(({ email }) => email))
  throw new Problem('invalid_input', {
    errors: given.flatMap((email, place) =>
      known.has(normalizeEmail(email) ?? '')
        ? [{ path: `emails.${place}`, message: { en: `${email} is already a member.`, zh: `${email} 已是成员。` } }]
        : [],
    ),
  })
}

/** @throws Problem `conflict` */
async function refuseTooMany(db: Queries<HostTables>, orgId: string, addresses: readonly string[]): Promise<void> {
  const { count } = await db
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('email', 'not in', addresses)
    .executeTakeFirstOrThrow()
  if (count + addresses.length <= mostWaiting) return
  throw new Problem('conflict', {
    detail: {
      en: `You've reached the limit of ${mostWaiting} open invitations.`,
      zh: `一个工作区最多可有 ${mostWaiting} 个待处理的邀请。`,
    },
    nextStep: { en: 'Withdraw some first.', zh: '请先撤回部分邀请。' },
  })
}
