import type { PluginI18n } from '@host/plugin'
import { auditTexts } from './audit-texts.ts'

export const i18n: PluginI18n = {
  en: {
    ...auditTexts.en,
    'info.title': 'Overview',
    'info.description': 'The home page of a workspace',
    'info.category': 'Workspace',
    'menu.overview': 'Overview',
    'action.addSampleData': 'Add sample data',
  },
  zh: {
    ...auditTexts.zh,
    'info.title': '概览',
    'info.description': '工作区的首页',
    'info.category': '工作区',
    'menu.overview': '概览',
    'action.addSampleData': '添加示例',
  },
}
