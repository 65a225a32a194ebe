import { definePlugin, requireService } from '@host/plugin'
import { InstanceBrand, MailSending, SmtpSender } from '@host/plugin/platform'
import { i18n } from './i18n.ts'
import { smtpMail } from './smtp-mail.ts'

/** Sends the instance's emails through the operator's server. The plugin `mail`, where it is built in, sends through it. */
export const plugin = definePlugin({
  name: 'smtp',
  info: {
    title: 'SMTP sender',
    description: "Sends the instance's emails through its mail server",
    icon: 'send',
    category: 'Workspace',
    core: true,
    api: '^1',
  },
  models: [],
  i18n,
  mount(_mux, ctx) {
    const brand = requireService(ctx, InstanceBrand)
    ctx.provide(
      SmtpSender,
      smtpMail({
        server: () => ctx.lookup(MailSending)?.server,
        senderName: () => brand.current().name,
        log: ctx.log,
      }),
    )
  },
})
