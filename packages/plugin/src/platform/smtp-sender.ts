import { serviceToken } from '../service.ts'
import type { MailService } from '../services/messaging.ts'

/**
 * Sends emails of the instance through the operator's server, `MailSending.server`. A plugin provides it; in builds in
 * which no plugin provides `Mail`, it is that service too, wherever a server is set. In-tree only.
 *
 * Audience: platform.
 */
export const SmtpSender = serviceToken<MailService>('core.smtp-sender')
