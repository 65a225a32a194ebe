import type { Role } from '../roles.ts'
import { serviceToken } from '../service.ts'
import type { Language, Page } from '../wire-types.ts'
import type { PageRequest } from '../services/page-request.ts'
import type { WorkspaceActor } from './identity.ts'

/** An invitation that waits for an answer. */
export interface Invitation {
  readonly id: string
  readonly email: string
  readonly role: Role
  /** The name of who invited; null when that account is gone. */
  readonly invitedBy: string | null
  readonly createdAt: string
  readonly expiresAt: string
  readonly isExpired: boolean
}

/** An invitation that was just made or renewed. */
export interface SentInvitation extends Invitation {
  /** Whether the email with the link is queued. */
  readonly isMailed: boolean
  /** Where no mail can be sent: the link to hand over, shown this once. */
  readonly link: string | null
  /** Whether the link creates an account; otherwise the address needs one to accept. */
  readonly makesAccount: boolean
}

/** An invitation as the holder of its link sees it. */
export interface OpenedInvitation {
  readonly workspace: string
  readonly email: string
  readonly role: Role
  readonly invitedBy: string | null
  /** For a mailed link, whether the address has an account, which then has to sign in to accept; false for a shown link. */
  readonly hasAccount: boolean
  /** Whether the link creates an account; otherwise the caller has to sign in to accept. */
  readonly makesAccount: boolean
}

/** Input of the accepting person. */
export interface InvitationAnswer {
  readonly token: string
  /** Name of a new account. */
  readonly name?: string | undefined
  /** Password of a new account. */
  readonly password?: string | undefined
  /** The signed-in user; undefined without one. */
  readonly userId: string | undefined
  /** In which wrong fields are explained. */
  readonly language: Language
}

/** A user who joined by an invitation. */
export interface AcceptedInvitation {
  readonly userId: string
  readonly orgId: string
  /** Whether the account was made by this. */
  readonly isNew: boolean
}

/**
 * Invitations to a workspace. A link works once and for 7 days, and as long as the inviter may still invite to that
 * role; one that is used, withdrawn, renewed or expired is `gone`, with the same text.
 */
export interface InvitationsService {
  /** Those that wait for an answer, the newest first, for an admin, as the guard of the caller has checked. */
  list(orgId: string, page: PageRequest): Promise<Page<Invitation>>
  /**
   * Invites several people. An address that was invited before gets a new link; the one before is void.
   * @throws Problem `forbidden`, `invalid_input` for an invalid address, `conflict` for members and for too many
   */
  invite(
    actor: WorkspaceActor,
    invited: { readonly emails: readonly string[]; readonly role: Role; readonly language: Language },
  ): Promise<readonly SentInvitation[]>
  /** @throws Problem `forbidden`, `not_found` */
  withdraw(actor: WorkspaceActor, id: string): Promise<void>
  /** Makes a new link in place of the one before. @throws Problem `forbidden`, `not_found` */
  resend(actor: WorkspaceActor, id: string, language: Language): Promise<SentInvitation>
  /** The invitation of a link. @throws Problem `gone` */
  read(token: string): Promise<OpenedInvitation>
  /**
   * Joins by a link: with a new account, or with the signed-in account whose address was invited.
   * @throws Problem `gone`, `unauthenticated` for an anonymous request when the address has an account, `forbidden` for
   *   another account than the invited one, `invalid_input` for name and password
   */
  accept(answer: InvitationAnswer): Promise<AcceptedInvitation>
}

/**
 * Invitations to a workspace.
 *
 * Audience: platform.
 * @since 1.0.0
 */
export const Invitations = serviceToken<InvitationsService>('core.invitations')
