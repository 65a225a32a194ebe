import type { PluginI18n } from '@host/plugin'

/** Sentences of the plugin's audit entries, without their actor. */
export const auditTexts = {
  en: {
    'audit.webhook.changed': 'changed the webhook {{target}}',
    'audit.webhook.created': 'added the webhook {{target}}',
    'audit.webhook.deleted': 'deleted the webhook {{target}}',
    'audit.webhook.replayed': 'replayed deliveries of the webhook {{target}}',
    'audit.webhook.secret_rotated': 'rotated the signing secret of the webhook {{target}}',
    'audit.webhook.tested': 'sent a test event to the webhook {{target}}',
  },
  zh: {
    'audit.webhook.changed': '更改了 Webhook {{target}}',
    'audit.webhook.created': '添加了 Webhook {{target}}',
    'audit.webhook.deleted': '删除了 Webhook {{target}}',
    'audit.webhook.replayed': '重新投递了 Webhook {{target}} 的事件',
    'audit.webhook.secret_rotated': '更换了 Webhook {{target}} 的签名密钥',
    'audit.webhook.tested': '向 Webhook {{target}} 发送了测试事件',
  },
} satisfies PluginI18n
