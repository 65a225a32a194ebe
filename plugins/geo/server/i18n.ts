import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'IP geolocation',
    'info.description': 'Maps IP addresses to countries and cities',
    'info.category': 'Workspace',
  },
  zh: {
    'info.title': 'IP 定位',
    'info.description': '查询 IP 地址所在的国家和城市',
    'info.category': '工作区',
  },
}
