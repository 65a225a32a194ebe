import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'Mail',
    'info.description': 'Mailboxes on your own domains',
    'info.category': 'Mail',
    'event.email.received': 'An email was received and stored',
  },
  zh: {
    'info.title': '邮件',
    'info.description': '使用自有域名的邮箱',
    'info.category': '邮件',
    'event.email.received': '已收到并保存一封邮件',
  },
}
