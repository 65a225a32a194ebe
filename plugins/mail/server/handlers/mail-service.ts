import { Problem, type MailService, type PluginContext } from '@host/plugin'
import { SmtpSender } from '@host/plugin/platform'
import type { Tables } from '../models.ts'
import type { MailHandlers } from './mail-handlers.ts'

/** The service `Mail`: sends through the host's sender where there is one, and receives. */
export function mailService(ctx: PluginContext<Tables>, handlers: MailHandlers): MailService {
  return Object.freeze<MailService>({
    canSend: () => ctx.lookup(SmtpSender) !== undefined,
    async send(mail, attempt) {
      const sender = ctx.lookup(SmtpSender)
      if (sender === undefined) throw new Problem('service_unavailable', noSender)
      return await sender.send(mail, attempt)
    },
    onEmail: (plugin, handler) => handlers.add(plugin, handler),
  })
}

const noSender = {
  detail: { en: 'This instance cannot send email.', zh: '此实例无法发送邮件。' },
  nextStep: { en: 'Ask the operator to configure a mail server.', zh: '请联系运维人员配置邮件服务器。' },
}
