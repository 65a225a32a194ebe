import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'Backups',
    'info.description': 'Make backups and try them',
    'info.category': 'Workspace',
    'menu.backups': 'Backups',
    'notification.trouble': 'Problems with backups',
    'audit.backup.started': 'started a backup',
    'audit.backup.drill_started': 'started a drill of the last backup',
    'audit.restore.released': 'released background work after a restore',
  },
  zh: {
    'info.title': '备份',
    'info.description': '创建备份并演练恢复',
    'info.category': '工作区',
    'menu.backups': '备份',
    'notification.trouble': '备份问题',
    'audit.backup.started': '开始了备份',
    'audit.backup.drill_started': '开始了最近一次备份的恢复演练',
    'audit.restore.released': '恢复数据后放行了后台任务',
  },
}
