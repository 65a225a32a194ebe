import { serviceToken } from '../service.ts'
import type { MailService } from '../services/messaging.ts'

/**
 * The host's own sender, by the SMTP server of `HOST_SMTP_URL`. It is also the service `Mail` of builds in which no plugin
 * provides that. In-tree only.
 *
 * Audience: platform.
 */
export const SmtpSender = serviceToken<Pick<MailService, 'send'>>('core.smtp-sender')
