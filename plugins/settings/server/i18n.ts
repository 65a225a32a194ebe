import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'Settings',
    'info.description': 'Settings for people, workspaces and the instance',
    'info.category': 'Settings',
    'menu.personal': 'Preferences',
  },
  zh: {
    'info.title': '设置',
    'info.description': '个人、工作区和实例的设置',
    'info.category': '设置',
    'menu.personal': '个人设置',
  },
}
