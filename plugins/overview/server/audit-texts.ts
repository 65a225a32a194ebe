import type { PluginI18n } from '@host/plugin'

/** Sentences of the plugin's audit entries, without their actor. */
export const auditTexts = {
  en: {
    'audit.sample_data.added': 'added sample data',
    'audit.sample_data.removed': 'removed the sample data',
  },
  zh: {
    'audit.sample_data.added': '添加了示例数据',
    'audit.sample_data.removed': '移除了示例数据',
  },
} satisfies PluginI18n
