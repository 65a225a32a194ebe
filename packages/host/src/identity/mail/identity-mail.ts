/**
 * Emails about an account or an invitation.
 *
 * An email is the only place where a link's secret is sent. It is queued in the transaction of its cause: after a
 * commit it is sent, after a rollback it is not.
 */
import type { Language } from '@host/plugin'
import type { EmailNames } from './email-words.ts'

/** The pages that links in emails lead to; each takes `?token=` and posts on a press of a button. */
export type LinkPage = '/verify' | '/reset' | '/invitation' | '/confirm-email'

/** The kinds of email that identity sends. */
export type EmailKind = keyof EmailNames

/** An email to one person, before it is written: plain data. */
export type IdentityEmail = { [Kind in EmailKind]: EmailOf<Kind> }[EmailKind]

interface EmailOf<Kind extends EmailKind> {
  readonly kind: Kind
  /** A normalized address. */
  readonly to: string
  readonly language: Language
  /** User input as typed; `writeEmail` shortens it and makes it harmless. */
  readonly names: EmailNames[Kind]
  /** Where its button leads. */
  readonly link: string
  /** The workspace that it concerns; left out for an email about the account. */
  readonly orgId?: string | undefined
}

/** The mail of identity. */
export interface IdentityMail {
  /**
   * Whether emails are sent for a workspace, or for the instance where none is named: there is a sender, and a public address
   * for their links. Ask before a transaction, since the answer reads the database.
   */
  canSend(orgId?: string): Promise<boolean>
  /**
   * The address of a page with a link's secret, under the public URL of the instance and never under the host name of a
   * request; without a public URL the path alone.
   */
  linkTo(page: LinkPage, token: string): string
  /** The address of a page that takes no secret, under the public URL. */
  pageAt(path: '/login' | '/forgot'): string
  /**
   * Queues an email as a part of the caller's transaction; does nothing on an instance that sends none. Whether a workspace
   * can send is asked by the caller.
   * @param endsAt when its link ends, in milliseconds since 1970: it is not sent after that
   */
  queue(email: IdentityEmail, endsAt?: number): Promise<void>
}
