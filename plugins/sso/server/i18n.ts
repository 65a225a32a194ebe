import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'Single sign-on',
    'info.description': 'Sign in with external accounts',
    'info.category': 'Workspace',
    'menu.sso': 'Single sign-on',
    'menu.providers': 'Sign-in providers',
  },
  zh: {
    'info.title': '单点登录',
    'info.description': '使用其他服务的账户登录',
    'info.category': '工作区',
    'menu.sso': '单点登录',
    'menu.providers': '登录提供方',
  },
}
