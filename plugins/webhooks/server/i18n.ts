import type { PluginI18n } from '@host/plugin'
import { auditTexts } from './audit-texts.ts'

export const i18n: PluginI18n = {
  en: {
    ...auditTexts.en,
    'info.title': 'Webhooks',
    'info.description': 'Send signed events to your server, with automatic retries',
    'info.category': 'Workspace',
    'menu.webhooks': 'Webhooks',
    'menu.webhook-events': 'Events',
    'action.add': 'Add webhook endpoint',
    'notification.endpoint-disabled': 'A webhook endpoint was disabled',
  },
  zh: {
    ...auditTexts.zh,
    'info.title': 'Webhook',
    'info.description': '将此处发生的事件签名后通知您的系统，并重试直至送达',
    'info.category': '工作区',
    'menu.webhooks': 'Webhook',
    'menu.webhook-events': '事件',
    'action.add': '添加端点',
    'notification.endpoint-disabled': 'Webhook 端点已停用',
  },
}
