import type { PluginI18n } from '@host/plugin'

/** Sentences of the plugin's audit entries, without their actor. */
export const auditTexts = {
  en: {
    'audit.changeset.approved': 'approved the changes {{target}}',
    'audit.changeset.dismissed': 'dismissed the changes {{target}}',
    'audit.changeset.left': 'left the rest of the changes {{target}} undone',
    'audit.changeset.resumed': 'resumed the changes {{target}}',
    'audit.changeset.revert_planned': 'planned to revert the changes {{target}}',
    'audit.changeset.started': 'started to apply the changes {{target}}',
  },
  zh: {
    'audit.changeset.approved': '批准了变更 {{target}}',
    'audit.changeset.dismissed': '关闭了变更 {{target}}',
    'audit.changeset.left': '保留了变更 {{target}} 的未完成部分',
    'audit.changeset.resumed': '继续应用了变更 {{target}}',
    'audit.changeset.revert_planned': '计划撤销变更 {{target}}',
    'audit.changeset.started': '开始应用变更 {{target}}',
  },
} satisfies PluginI18n
