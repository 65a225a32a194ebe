import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'Domains',
    'info.description': 'Use your own domain names, verified by DNS',
    'info.category': 'Workspace',
    'menu.domains': 'Domains',
    'action.add': 'Add domain',
    'notification.domain-check': 'Problems with a domain',
    'event.domain.created': 'A domain was added',
    'event.domain.verified': 'A domain was verified',
    'event.domain.verify_failed': 'A check of a verified domain failed',
    'event.domain.lost': 'A domain is no longer verified',
    'event.domain.removed': 'A domain was removed',
  },
  zh: {
    'info.title': '域名',
    'info.description': '使用您自己的域名，通过 DNS 验证',
    'info.category': '工作区',
    'menu.domains': '域名',
    'action.add': '添加域名',
    'notification.domain-check': '域名出现问题',
    'event.domain.created': '域名已添加',
    'event.domain.verified': '域名已验证',
    'event.domain.verify_failed': '已验证域名的检查失败',
    'event.domain.lost': '域名的验证已失效',
    'event.domain.removed': '域名已移除',
  },
}
