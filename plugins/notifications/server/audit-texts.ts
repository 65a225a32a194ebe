import type { PluginI18n } from '@host/plugin'

/** Sentences of the plugin's audit entries, without their actor. */
export const auditTexts = {
  en: {
    'audit.channel.changed': 'changed the workspace channel {{name}}',
    'audit.channel.created': 'added the workspace channel {{name}}',
    'audit.channel.deleted': 'deleted the workspace channel {{before.name}}',
    'audit.channel.tested': 'sent a test message to the workspace channel {{name}}',
    'audit.letters.ended': 'stopped notification emails',
  },
  zh: {
    'audit.channel.changed': '更改了工作区渠道 {{name}}',
    'audit.channel.created': '添加了工作区渠道 {{name}}',
    'audit.channel.deleted': '删除了工作区渠道 {{before.name}}',
    'audit.channel.tested': '向工作区渠道 {{name}} 发送了测试消息',
    'audit.letters.ended': '停止接收通知邮件',
  },
} satisfies PluginI18n
