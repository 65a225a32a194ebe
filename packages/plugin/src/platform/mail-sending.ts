import { serviceToken } from '../service.ts'

/** The SMTP server of the operator. */
export interface SystemMailServer {
  readonly host: string
  readonly port: number
  /** `implicit`: TLS from the start. `starttls`: upgraded, or nothing is sent. `none`: without TLS where there is none. */
  readonly tls: 'implicit' | 'starttls' | 'none'
  /** False where the instance's own emails may leave without TLS: to this machine, or where the operator allows it. */
  readonly requiresTls: boolean
  readonly login: { readonly user: string; readonly password: string } | undefined
  /** The sender of the instance's emails. */
  readonly from: { readonly name: string; readonly address: string }
}

/** How the operator lets workspaces send mail. */
export interface MailSendingOptions {
  /** The name of this host in SMTP, which its address in DNS should have. */
  readonly name: string
  /** The port of the recipients' servers, where mail may go to them without a server in between. */
  readonly directPort: number | undefined
  /** The server that takes all mail; undefined where the operator has set none. */
  readonly server: SystemMailServer | undefined
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
 * Settings of the operator for outgoing mail, for the plugins that send it.
 *
 * Audience: platform.
 */
export const MailSending = serviceToken<MailSendingOptions>('core.mail-sending')
