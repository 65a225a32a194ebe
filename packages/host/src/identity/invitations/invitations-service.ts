import type { InvitationsService } from '@host/plugin/platform'
import type { AccountStore } from '../accounts/account-store.ts'
import type { PasswordHasher } from '../accounts/password-hash.ts'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { IdentityMail } from '../mail/identity-mail.ts'
import type { HostDatabase } from '../models.ts'
import type { LiveSessions } from '../sessions/live-sessions.ts'
import type { MemberLimit } from '../../plans/host-quotas.ts'
import type { MostOwned } from '../workspaces/owned-workspaces.ts'
import { acceptInvitation, makesAccount, openedBy } from './accept-invitation.ts'
import { checkMayInvite, listInvitations, readInvitation } from './invitation-store.ts'
import { invite, resend } from './invite.ts'

/** Dependencies of invitations. */
export interface InvitationParts {
  readonly db: HostDatabase
  readonly recorder: ChangeRecorder
  readonly accounts: AccountStore
  readonly passwords: PasswordHasher
  readonly mail: IdentityMail
  readonly live: LiveSessions
  readonly mostOwned: MostOwned
  readonly memberLimit: MemberLimit
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** Makes the service `Invitations`. */
export function invitationsService(parts: InvitationParts): InvitationsService {
  const { db, accounts, recorder, clock, live } = parts
  return Object.freeze({
    list: (orgId, page) => listInvitations(db, orgId, { page, now: clock() }),
    invite: (actor, invited) => invite(parts, actor, invited),
    withdraw: ({ orgId, actorId, asRole }, id) =>
      db.transaction(async (queries) => {
        const { role, email } = await readInvitation(queries, orgId, id)
        await checkMayInvite(queries, { orgId, actorId, asRole, role })
        await queries.deleteFrom('invitations').where('id', '=', id).where('org_id', '=', orgId).execute()
        const about = { orgId, actorId, invitationId: id, email, role }
        await recorder.record({ kind: 'member.invitation_withdrawn', ...about })
      }),
    resend: (actor, id, language) => resend(parts, actor, { id, language }),
    read: async (token) => {
      const invitation = await openedBy(parts, db, token)
      const { workspace, email, role, inviter, isMailed } = invitation
      return {
        workspace,
        email,
        role,
        invitedBy: inviter,
        hasAccount: isMailed && (await accounts.findByEmail(email)) !== undefined,
        makesAccount: await makesAccount(parts, invitation),
      }
    },
    accept: async (answer) => {
      const accepted = await acceptInvitation(parts, answer)
      await live.forget({ orgId: accepted.orgId, userId: accepted.userId })
      return accepted
    },
  } satisfies InvitationsService)
}
