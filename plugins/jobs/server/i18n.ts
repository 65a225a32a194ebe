import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'Jobs',
    'info.description': 'Work that goes on after a request has ended',
    'info.category': 'Workspace',
    'menu.jobs': 'Jobs',
    'notice.paused': 'Paused background work',
    'plugin.host': 'Host',
  },
  zh: {
    'info.title': '任务',
    'info.description': '请求结束后继续进行的工作',
    'info.category': '工作区',
    'menu.jobs': '任务',
    'notice.paused': '后台任务暂停',
    'plugin.host': '系统',
  },
}
