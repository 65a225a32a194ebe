/**
 * Telegram, by the user's own bot: Bot API, `sendMessage`. The token is part of the request URL, so URLs are never
 * shown or logged.
 */
import type { NotificationChannel } from '@host/plugin'
import { Problem } from '@host/plugin'
import type { SafeHttpClient } from '@host/plugin/safehttp'
import { texts } from '../i18n.ts'
import { refusedBy } from './channel-failure.ts'
import { plainMessage } from './plain-message.ts'

/** Where the Bot API is. */
export const telegramApi = 'https://api.telegram.org'

/** The longest message that it takes, in characters. */
const longest = 4_096

export function telegram(http: SafeHttpClient, api: string): NotificationChannel {
  return Object.freeze<NotificationChannel>({
    id: 'telegram',
    title: { en: 'Telegram', zh: 'Telegram' },
    icon: 'send',
    fields: {
      type: 'object',
      properties: {
        botToken: { type: 'string', title: 'Bot token', pattern: '^\\d{1,20}:[\\w-]{20,100}$' },
        chatId: { type: 'string', title: 'Chat ID', pattern: '^(?:-?\\d{1,20}|@\\w{4,32})$' },
      },
      required: ['botToken', 'chatId'],
    },
    secrets: ['botToken'],
    send: async ({ botToken, chatId }, message, signal) => {
      const answer = await http.fetch(signal, `${api}/bot${botToken}/sendMessage`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          chat_id: chatId,
          text: plainMessage(message).slice(0, longest),
          link_preview_options: { is_disabled: true },
        }),
      })
      if (answer.status === 401 || answer.status === 404) throw unusable('error.token')
      // The chat is unknown, or the bot was blocked or thrown out.
      if (answer.status === 400 || answer.status === 403) throw unusable('error.chat')
      if (!answer.ok) throw refusedBy(answer.status)
    },
  })
}

function unusable(key: 'error.token' | 'error.chat'): Problem {
  return new Problem('invalid_input', { detail: texts(key) })
}
