import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'Workspaces',
    'info.description': 'Workspaces, their members and roles',
    'info.category': 'Workspace',
    'menu.members': 'Members',
    'menu.workspace': 'General',
    'notification.support': 'Support access',
    'step.look': 'Set a name and a color for the workspace',
    'step.colleague': 'Add a colleague',
  },
  zh: {
    'info.title': '工作区',
    'info.description': '工作区及其成员与角色',
    'info.category': '工作区',
    'menu.members': '成员',
    'menu.workspace': '常规',
    'notification.support': '支持访问',
    'step.look': '设置工作区的名称和颜色',
    'step.colleague': '添加一位同事',
  },
}
