import type { PluginI18n } from '@host/plugin'
import { auditTexts } from './audit-texts.ts'

export const i18n: PluginI18n = {
  en: {
    ...auditTexts.en,
    'info.title': 'Jobs',
    'info.description': 'View and retry background jobs',
    'info.category': 'Workspace',
    'menu.jobs': 'Jobs',
    'notification.paused': 'Paused background work',
    'plugin.host': 'Host',
  },
  zh: {
    ...auditTexts.zh,
    'info.title': '任务',
    'info.description': '查看和重试后台任务',
    'info.category': '工作区',
    'menu.jobs': '任务',
    'notification.paused': '后台任务暂停',
    'plugin.host': '系统',
  },
}
