import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'Instance',
    'info.description': 'The console of this deployment',
    'info.category': 'Workspace',
    'menu.home': 'Home',
    'menu.workspaces': 'Workspaces',
    'menu.users': 'Users',
    'menu.sign-in': 'Sign-in',
    'menu.plugins': 'Plugins',
    'menu.telemetry': 'Usage',
    'menu.idempotency': 'Idempotency keys',
  },
  zh: {
    'info.title': '实例',
    'info.description': '本次部署的控制台',
    'info.category': '工作区',
    'menu.home': '首页',
    'menu.workspaces': '工作区',
    'menu.users': '用户',
    'menu.sign-in': '登录设置',
    'menu.plugins': '插件',
    'menu.telemetry': '用量',
    'menu.idempotency': '幂等键',
  },
}
