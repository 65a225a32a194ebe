import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'Instance',
    'info.description': 'Manage this instance',
    'info.category': 'Workspace',
    'menu.home': 'Home',
    'menu.workspaces': 'Workspaces',
    'menu.users': 'Users',
    'menu.sign-in': 'Sign-in',
    'menu.plugins': 'Plugins',
    'menu.telemetry': 'Usage',
    'menu.idempotency': 'Idempotency keys',
    'settings.workspace-limits': 'Workspace limits',
    'settings.workspace-limits.ownedPerPerson': 'Workspaces per person',
    'settings.workspace-limits.ownedPerPerson.hint': 'Maximum workspaces a person can own. Instance admins are exempt.',
  },
  zh: {
    'info.title': '实例',
    'info.description': '管理此实例',
    'info.category': '工作区',
    'menu.home': '首页',
    'menu.workspaces': '工作区',
    'menu.users': '用户',
    'menu.sign-in': '登录设置',
    'menu.plugins': '插件',
    'menu.telemetry': '用量',
    'menu.idempotency': '幂等键',
    'settings.workspace-limits': '工作区上限',
    'settings.workspace-limits.ownedPerPerson': '每人的工作区数',
    'settings.workspace-limits.ownedPerPerson.hint': '每人最多可拥有的工作区数量。实例管理员不受限制。',
  },
}
