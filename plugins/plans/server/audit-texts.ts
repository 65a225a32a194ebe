import type { PluginI18n } from '@host/plugin'

/** Sentences of the plugin's audit entries, without their actor. */
export const auditTexts = {
  en: {
    'audit.plan.assigned': 'changed the plan of {{target}}',
    'audit.plan.change_planned': 'planned a change of the plan {{target}}',
    'audit.plan.change_reverted': 'planned to revert a change of a plan',
    'audit.plan.changed': 'changed the plan {{target}}',
    'audit.plan.created': 'created the plan {{target}}',
    'audit.plan.grant_revoked': 'revoked an extra allowance of {{target}}',
    'audit.plan.granted': 'granted an extra allowance to {{target}}',
    'audit.plan.overridden': 'changed a limit of {{target}}',
    'audit.plan.override_removed': 'removed the changed limit of {{target}}',
    'audit.plan_usage.exported': 'exported the usage of plans',
  },
  zh: {
    'audit.plan.assigned': '更改了 {{target}} 的套餐',
    'audit.plan.change_planned': '计划了套餐 {{target}} 的变更',
    'audit.plan.change_reverted': '计划撤销套餐的变更',
    'audit.plan.changed': '更改了套餐 {{target}}',
    'audit.plan.created': '创建了套餐 {{target}}',
    'audit.plan.grant_revoked': '撤销了 {{target}} 的额外额度',
    'audit.plan.granted': '为 {{target}} 增加了额外额度',
    'audit.plan.overridden': '更改了 {{target}} 的限额',
    'audit.plan.override_removed': '移除了 {{target}} 的自定义限额',
    'audit.plan_usage.exported': '导出了套餐用量',
  },
} satisfies PluginI18n
