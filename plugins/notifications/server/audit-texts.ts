import type { PluginI18n } from '@host/plugin'

/** Sentences of the plugin's audit entries, without their actor. */
export const auditTexts = {
  en: {
    'audit.letters.ended': 'stopped notification emails',
  },
  zh: {
    'audit.letters.ended': '停止接收通知邮件',
  },
} satisfies PluginI18n
