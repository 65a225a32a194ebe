import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'Navigation',
    'info.description': 'The sidebar, the rail and the palette',
    'info.category': 'Workspace',
  },
  zh: { 'info.title': '导航', 'info.description': '侧边栏、实例导航与命令面板', 'info.category': '工作区' },
}
