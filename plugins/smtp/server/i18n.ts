import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'SMTP sender',
    'info.description': "Sends the instance's emails through its mail server",
    'info.category': 'Workspace',
  },
  zh: {
    'info.title': 'SMTP 发件',
    'info.description': '通过邮件服务器发送实例的邮件',
    'info.category': '工作区',
  },
}
