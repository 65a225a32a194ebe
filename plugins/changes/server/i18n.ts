import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'Changes',
    'info.description': 'Review, apply, and revert planned changes',
    'info.category': 'Workspace',
  },
  zh: {
    'info.title': '变更',
    'info.description': '查看、应用与撤销计划中的变更',
    'info.category': '工作区',
  },
}
