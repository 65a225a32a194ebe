import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'Audit log',
    'info.description': 'Everything that changed, and who changed it',
    'info.category': 'Workspace',
    'menu.audit': 'Audit log',
    'menu.instance-audit': 'Audit log',
  },
  zh: {
    'info.title': '审计日志',
    'info.description': '谁在何时从何处更改了什么',
    'info.category': '工作区',
    'menu.audit': '审计日志',
    'menu.instance-audit': '审计日志',
  },
}
