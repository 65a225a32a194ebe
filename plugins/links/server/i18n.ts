import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'Short links',
    'info.description': 'Short addresses that lead to long ones',
    'info.category': 'Links',
    'menu.links': 'Short links',
    'menu.hosts': 'Link hosts',
    'action.create': 'Create short link',
    'event.link.created': 'A short link was created',
    'event.link.updated': 'A short link was changed',
    'event.link.deleted': 'A short link was deleted',
    'event.link.clicked': 'Short links were clicked',
  },
  zh: {
    'info.title': '短链接',
    'info.description': '用简短的地址跳转到长网址',
    'info.category': '链接',
    'menu.links': '短链接',
    'menu.hosts': '链接主机',
    'action.create': '创建链接',
    'event.link.created': '短链接已创建',
    'event.link.updated': '短链接已更改',
    'event.link.deleted': '短链接已删除',
    'event.link.clicked': '短链接被点击',
  },
}
