import { serviceToken } from '../service.ts'

/** How the operator lets workspaces send mail. */
export interface MailSendingOptions {
  /** The name of this host in SMTP, which its address in DNS should have. */
  readonly name: string
  /** The port of the recipients' servers, where mail may go to them without a server in between. */
  readonly directPort: number | undefined
  /** The sender of the instance's emails; undefined where it has no way to send them. */
  readonly from: { readonly name: string; readonly address: string } | undefined
  /** Recipients of a workspace in an hour. */
  readonly hourlyLimit: number
  /** Milliseconds for which attempts follow each other. */
  readonly retryFor: number
  /** Bytes of emails that a workspace may store. */
  readonly storage: number
}

/**
 * Settings of the operator for outgoing mail, for the plugin that sends it.
 *
 * Audience: platform.
 */
export const MailSending = serviceToken<MailSendingOptions>('core.mail-sending')
