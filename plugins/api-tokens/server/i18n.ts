import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'API tokens',
    'info.description': 'Personal API keys that act as you',
    'info.category': 'Workspace',
    'menu.tokens': 'API tokens',
    'menu.instance-tokens': 'API tokens',
  },
  zh: {
    'info.title': 'API 令牌',
    'info.description': '供程序以您的名义调用本产品的密钥',
    'info.category': '工作区',
    'menu.tokens': 'API 令牌',
    'menu.instance-tokens': 'API 令牌',
  },
}
