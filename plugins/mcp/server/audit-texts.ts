import type { PluginI18n } from '@host/plugin'

/** Sentences of the plugin's audit entries, without their actor. */
export const auditTexts = {
  en: {
    'audit.approval.approved': 'approved an agent action',
    'audit.approval.done': 'ran an agent action',
    'audit.approval.expired': 'let an agent action expire',
    'audit.approval.failed': "couldn't run an agent action",
    'audit.approval.refused': 'refused an agent action',
    'audit.approval.requested': 'asked for approval of {{tool}}',
    'audit.approval.withdrawn': 'withdrew an agent action',
    'audit.tool.called': 'called the tool {{target}}',
  },
  zh: {
    'audit.approval.approved': '批准了智能体操作',
    'audit.approval.done': '运行了智能体操作',
    'audit.approval.expired': '智能体操作已过期',
    'audit.approval.failed': '智能体操作运行失败',
    'audit.approval.refused': '拒绝了智能体操作',
    'audit.approval.requested': '请求批准 {{tool}}',
    'audit.approval.withdrawn': '撤回了智能体操作',
    'audit.tool.called': '调用了工具 {{target}}',
  },
} satisfies PluginI18n
