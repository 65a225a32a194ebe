import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: { 'info.title': 'Help', 'info.description': 'The help pages of all plugins', 'info.category': 'Workspace' },
  zh: { 'info.title': '帮助', 'info.description': '所有插件的帮助页面', 'info.category': '工作区' },
}
