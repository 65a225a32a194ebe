import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'Mail',
    'info.description': 'Mailboxes on your own domains',
    'info.category': 'Mail',
    'menu.mail': 'Mail',
    'menu.mailboxes': 'Mailboxes',
    'action.create-mailbox': 'Create mailbox',
    'event.email.received': 'An email was received and stored',
    'notification.sending': 'Emails that were not delivered',
    'event.email.sent': 'An email left the queue: its first delivery began',
    'event.email.delivered': 'A mail server accepted an email for a recipient',
    'event.email.failed': 'An email was not delivered to a recipient, or it is unknown whether it was',
    'event.email.bounced': 'A delivered email came back from a recipient',
    'event.email.complained': 'A recipient reported an email as spam',
  },
  zh: {
    'info.title': '邮件',
    'info.description': '使用自有域名的邮箱',
    'info.category': '邮件',
    'menu.mail': '邮件',
    'menu.mailboxes': '邮箱',
    'action.create-mailbox': '新建邮箱',
    'event.email.received': '已收到并保存一封邮件',
    'notification.sending': '未送达的邮件',
    'event.email.sent': '邮件已离开队列，开始首次投递',
    'event.email.delivered': '邮件服务器已为收件人接受邮件',
    'event.email.failed': '邮件未能投递给收件人，或无法确定是否已投递',
    'event.email.bounced': '已投递的邮件被收件人一方退回',
    'event.email.complained': '收件人将邮件举报为垃圾邮件',
  },
}
