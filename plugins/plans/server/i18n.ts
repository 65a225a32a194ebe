import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'Plans',
    'info.description': 'Features and limits of workspaces',
    'info.category': 'Workspace',
    'menu.plan': 'Plan and usage',
    'menu.plans': 'Plans',
  },
  zh: {
    'info.title': '套餐',
    'info.description': '工作区套餐的功能与限额',
    'info.category': '工作区',
    'menu.plan': '套餐与用量',
    'menu.plans': '套餐',
  },
}
