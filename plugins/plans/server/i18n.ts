import type { PluginI18n } from '@host/plugin'
import { auditTexts } from './audit-texts.ts'

export const i18n: PluginI18n = {
  en: {
    ...auditTexts.en,
    'info.title': 'Plans',
    'info.description': 'Features and limits of workspaces',
    'info.category': 'Workspace',
    'menu.plan': 'Plan and usage',
    'menu.plans': 'Plans',
    'event.plan.changed': 'The plan of the workspace changed',
    'event.plan.limit_reached': 'The workspace used 80% or all of a limit of its plan',
    'notification.limits': 'Limits of the plan',
  },
  zh: {
    ...auditTexts.zh,
    'info.title': '套餐',
    'info.description': '工作区套餐的功能与限额',
    'info.category': '工作区',
    'menu.plan': '套餐与用量',
    'menu.plans': '套餐',
    'event.plan.changed': '工作区的套餐已更改',
    'event.plan.limit_reached': '工作区已使用套餐某项上限的 80% 或全部',
    'notification.limits': '套餐限额',
  },
}
