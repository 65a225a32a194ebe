import type { PluginI18n } from '@host/plugin'
import { auditTexts } from './audit-texts.ts'

export const i18n: PluginI18n = {
  en: {
    ...auditTexts.en,
    'info.title': 'Saved views',
    'info.description': 'Save and share filtered lists',
    'info.category': 'Workspace',
  },
  zh: {
    ...auditTexts.zh,
    'info.title': '已保存的视图',
    'info.description': '为列表的筛选与排序命名、保存并共享',
    'info.category': '工作区',
  },
}
