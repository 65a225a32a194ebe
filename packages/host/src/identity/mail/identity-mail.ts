/**
 * Emails about an account or an invitation.
 *
 * An email is the only place where a link's secret goes. What asks for one on behalf of an anonymous client uses
 * `post`: the answer is the same and as quick whether an email is sent or not.
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
  /** What people chose, as they wrote it; `writeEmail` cuts it and makes it harmless. */
  readonly names: EmailNames[Kind]
  /** Where its button leads. */
  readonly link: string
  /** The workspace that it concerns; left out for an email about the account. */
  readonly orgId?: string | undefined
}

/** The mail of identity. */
export interface IdentityMail {
  /** Whether this instance sends email: it has a sender, and a public address for their links. */
  canSend(): boolean
  /**
   * The address of a page with a link's secret, under the public URL of the instance and never under the host name of a
   * request; without a public URL the path alone.
   */
  linkTo(page: LinkPage, token: string): string
  /** The address of a page that takes no secret, under the public URL. */
  pageAt(path: '/login' | '/forgot'): string
  /** Sends an email, one attempt. @returns whether the sender took it; the failure is logged */
  send(email: IdentityEmail): Promise<boolean>
  /**
   * Sends an email behind the answer, several attempts with pauses between; does nothing without a sender. What
   * `compose` does (reading the account, making a link) is behind the answer too; undefined sends nothing.
   */
  post(compose: () => Promise<IdentityEmail | undefined>): void
}
