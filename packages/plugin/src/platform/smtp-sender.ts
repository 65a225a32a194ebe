import { serviceToken } from '../service.ts'
import type { MailService } from '../services/messaging.ts'

/** The SMTP server of the operator, for a plugin that sends messages of its own through it. */
export interface SystemMailServer {
  readonly host: string
  readonly port: number
  /** `implicit`: TLS from the start. `starttls`: upgraded, or nothing is sent. `none`: without TLS where there is none. */
  readonly tls: 'implicit' | 'starttls' | 'none'
  readonly login: { readonly user: string; readonly password: string } | undefined
  /** The sender of the instance's emails. */
  readonly from: { readonly name: string; readonly address: string }
}

/** Sends emails of the instance. */
export interface SmtpSenderService extends Pick<MailService, 'send'> {
  readonly server: SystemMailServer
}

/**
 * The host's own sender, by the SMTP server of `HOST_SMTP_URL`. It is also the service `Mail` of builds in which no plugin
 * provides that. In-tree only.
 *
 * Audience: platform.
 */
export const SmtpSender = serviceToken<SmtpSenderService>('core.smtp-sender')
