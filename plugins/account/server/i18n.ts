import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'Account',
    'info.description': 'Setup, sign-in and sessions',
    'info.category': 'Workspace',
    'menu.profile': 'Profile',
    'menu.security': 'Security',
    'menu.sessions': 'Sessions',
    'step.second-factor': 'Set up a second factor',
    'method.password': 'Email and password',
    'method.passkey': 'Passkey',
  },
  zh: {
    'info.title': '账户',
    'info.description': '首次设置、登录与会话',
    'info.category': '工作区',
    'menu.profile': '个人资料',
    'menu.security': '安全',
    'menu.sessions': '登录会话',
    'step.second-factor': '使用第二因素保护账户',
    'method.password': '邮箱与密码',
    'method.passkey': '通行密钥',
  },
}
