import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'API reference',
    'info.description': 'All operations of the API, with input and output',
    'info.category': 'Workspace',
    'menu.api-reference': 'API reference',
    'menu.whole-api': 'API reference',
  },
  zh: {
    'info.title': 'API 参考',
    'info.description': '程序可以调用的接口与方法',
    'info.category': '工作区',
    'menu.api-reference': 'API 参考',
    'menu.whole-api': 'API 参考',
  },
}
