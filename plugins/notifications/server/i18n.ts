import type { PluginI18n } from '@host/plugin'
import type { BothLanguages } from './models.ts'
import { auditTexts } from './audit-texts.ts'

const en = {
  ...auditTexts.en,
  'info.title': 'Notifications',
  'info.description': 'Notify people in the inbox, by email and in channels',
  'info.category': 'Workspace',
  'menu.notifications': 'Inbox',
  'menu.notification-settings': 'Notification settings',
  'menu.workspace-channels': 'Workspace channels',
  'notification.channels': 'Channel failures',
  'channel.off': 'The channel “{name}” was switched off',
  'channel.offBody': 'Messages can’t be delivered: {error} Fix the channel, then send a test message to use it again.',
  'workspaceChannel.off': 'The workspace channel “{name}” was switched off',
  'channel.test': 'This is a test message',
  'channel.testBody': 'Notifications you choose for this channel appear here.',
  'letter.open': 'Open',
  'letter.openAll': 'View notifications',
  'letter.why': 'You get this email because of your notification settings: {link}',
  'letter.end': 'Unsubscribe from these emails',
  'letter.endAll': 'Unsubscribe from email summaries',
  'letter.digest': 'Your notifications: {count}',
  'letter.more': 'And {count} more.',
  'error.refused': 'The server refused the message (status {status}).',
  'error.away': 'The server did not respond.',
  'error.failed': 'The message couldn’t be sent.',
  'error.token': 'Telegram rejected this bot token. Copy it again from @BotFather.',
  'error.chat': 'The bot can’t write to this chat. Send it a message or add it to the group, and check the chat ID.',
  'field.telegram.botToken': 'Bot token',
  'hint.telegram.botToken': 'Create a bot with @BotFather to get a token.',
  'field.telegram.chatId': 'Chat ID',
  'hint.telegram.chatId': 'A number or the @name of a channel. Message the bot first.',
  'field.slack.url': 'Webhook URL',
  'hint.slack.url': 'Incoming webhook from Slack, Mattermost or Rocket.Chat.',
  'field.webhook.url': 'URL',
  'hint.webhook.url': 'Receives signed messages (Standard Webhooks).',
} as const

const zh: Readonly<Record<keyof typeof en, string>> = {
  ...auditTexts.zh,
  'info.title': '通知',
  'info.description': '成员会收到哪些消息，以及如何送达',
  'info.category': '工作区',
  'menu.notifications': '通知',
  'menu.notification-settings': '通知设置',
  'menu.workspace-channels': '工作区渠道',
  'notification.channels': '渠道故障',
  'channel.off': '渠道“{name}”已停用',
  'channel.offBody': '消息已无法送达：{error}请更正设置并发送测试消息，之后即可恢复使用。',
  'workspaceChannel.off': '工作区渠道“{name}”已停用',
  'channel.test': '这是一条测试消息',
  'channel.testBody': '您为此渠道选择的通知将发送到这里。',
  'letter.open': '打开',
  'letter.openAll': '打开通知',
  'letter.why': '您选择了通过邮件接收此类通知。更改设置：{link}',
  'letter.end': '不再接收此类邮件',
  'letter.endAll': '不再接收摘要邮件',
  'letter.digest': '您的通知：{count} 条',
  'letter.more': '还有 {count} 条。',
  'error.refused': '对方拒绝了消息（状态 {status}）。',
  'error.away': '对方没有响应。',
  'error.failed': '消息发送失败。',
  'error.token': 'Telegram 不认识此机器人令牌，请从 @BotFather 重新复制。',
  'error.chat': '机器人无法向此聊天发送消息。请先与它对话或将它加入群组，并检查聊天 ID。',
  'field.telegram.botToken': '机器人令牌',
  'hint.telegram.botToken': '通过 @BotFather 创建机器人即可获得令牌。',
  'field.telegram.chatId': '聊天 ID',
  'hint.telegram.chatId': '数字，或频道的 @名称。请先向机器人发送消息，它才能回复。',
  'field.slack.url': 'Webhook 地址',
  'hint.slack.url': 'Slack、Mattermost 或 Rocket.Chat 的传入 Webhook。',
  'field.webhook.url': '地址',
  'hint.webhook.url': '按 Standard Webhooks 规范接收带签名的消息。',
}

/** Texts of the server half. */
export const i18n: PluginI18n = { en, zh }

/** A text that may not be there, such as a word for a field of another plugin's channel. */
export function textIfAny(key: string, language: 'en' | 'zh'): string | undefined {
  return i18n[language]?.[key]
}

/** A text in both languages, its places filled in with texts, or with texts in both. */
export function texts(
  key: keyof typeof en,
  places: Readonly<Record<string, string | number | BothLanguages>> = {},
): BothLanguages {
  const filled = (text: string, language: 'en' | 'zh'): string =>
    text.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
      const value = places[name]
      return value === undefined ? place : typeof value === 'object' ? value[language] : String(value)
    })
  return { en: filled(en[key], 'en'), zh: filled(zh[key], 'zh') }
}
