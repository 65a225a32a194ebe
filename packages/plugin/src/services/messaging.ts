import type { WorkspaceContext } from '../scope.ts'
import { serviceToken } from '../service.ts'

/** A mail to be sent for a workspace, or by the host for the instance. */
export interface OutgoingMail {
  /** Left out for an email of the instance, such as a link that sets a new password. */
  readonly orgId?: string | undefined
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly replyTo?: string
  /**
   * Where the reader ends emails of this kind: a GET shows how, and a POST does it at once, without a session (RFC 8058).
   * Mail programs offer it as a button. At most 900 characters.
   */
  readonly unsubscribeUrl?: string
  /** ISO 8601. An email that was not sent by then is not sent any more: its job fails with the code `expired`. */
  readonly deadline?: string | undefined
}

/** One attempt to send an email. */
export interface MailAttempt {
  /** The same for every attempt of one email: derive its Message-ID from it, so that a copy is recognized as one. */
  readonly id: string
  /** Aborts when the attempt takes too long, and when the host stops. */
  readonly signal: AbortSignal
}

/** A mail that was received and stored. */
export interface IncomingMail {
  readonly id: string
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly receivedAt: string
  /**
   * Sent by a program, such as a bounce, an absence note or a mailing list. Don't answer it: the answers could go in circles
   * (RFC 3834).
   * @since 1.0.0
   */
  readonly isAutomatic?: boolean
  /**
   * In the folder for spam, since its sender may be forged. Don't answer it: the answer would reach another person.
   * @since 1.0.0
   */
  readonly isSpam?: boolean
}

/** Gets a stored mail, at least once. */
export type MailHandler<Tables = object> = (scope: WorkspaceContext<Tables>, mail: IncomingMail) => Promise<void>

/** Mail out and in. */
export interface MailService {
  /**
   * Sends an email now, in one attempt. The host calls it in a job for each email that `ctx.sendMail` queued; plugins
   * use `ctx.sendMail`. Only the name and the code of its error are stored.
   * @throws Error named `MailRefused` when no further attempt would succeed; any other error is followed by another
   *   attempt
   */
  send(mail: OutgoingMail, attempt?: MailAttempt): Promise<{ readonly id: string }>
  /**
   * Whether emails of a workspace can be sent, or those of the instance where none is named: a workspace may have a server of
   * its own, and a service may receive alone. Left out where they always can. With a workspace it is never asked inside a transaction.
   * @since 1.0.0
   */
  canSend?(orgId?: string): Promise<boolean>
  onEmail(plugin: string, handler: MailHandler): void
}

/**
 * Sends and receives email.
 *
 * Audience: authors.
 */
export const Mail = serviceToken<MailService>('core.mail')
