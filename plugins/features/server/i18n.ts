import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'Features',
    'info.description': 'Switch features on or off',
    'info.category': 'Workspace',
    'menu.features': 'Features',
    'step.choose': 'Switch on the features you need',
  },
  zh: {
    'info.title': '功能',
    'info.description': '工作区可启用或停用的功能',
    'info.category': '工作区',
    'menu.features': '功能',
    'step.choose': '启用所需的功能',
  },
}
