import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'Saved views',
    'info.description': 'Save and share filtered lists',
    'info.category': 'Workspace',
  },
  zh: {
    'info.title': '已保存的视图',
    'info.description': '为列表的筛选与排序命名、保存并共享',
    'info.category': '工作区',
  },
}
