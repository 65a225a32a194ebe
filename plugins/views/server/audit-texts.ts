import type { PluginI18n } from '@host/plugin'

/** Sentences of the plugin's audit entries, without their actor. */
export const auditTexts = {
  en: {
    'audit.view.changed': 'changed the view {{target}}',
    'audit.view.created': 'created the view {{target}}',
    'audit.view.deleted': 'deleted the view {{target}}',
  },
  zh: {
    'audit.view.changed': '更改了视图 {{target}}',
    'audit.view.created': '创建了视图 {{target}}',
    'audit.view.deleted': '删除了视图 {{target}}',
  },
} satisfies PluginI18n
