/** Incoming webhooks as Slack made them; Mattermost and Rocket.Chat take the same. */
import type { NotificationChannel, NotificationMessage } from '@host/plugin'
import type { SafeHttpClient } from '@host/plugin/safehttp'
import { refusedBy } from './channel-failure.ts'

export function slack(http: SafeHttpClient): NotificationChannel {
  return Object.freeze<NotificationChannel>({
    id: 'slack',
    title: { en: 'Slack, Mattermost, Rocket.Chat', zh: 'Slack、Mattermost、Rocket.Chat' },
    icon: 'hash',
    fields: {
      type: 'object',
      properties: { url: { type: 'string', title: 'Webhook URL', format: 'uri', maxLength: 2_000 } },
      required: ['url'],
    },
    // Knowing the address is enough to post to the channel.
    secrets: ['url'],
    send: async ({ url = '' }, message, signal) => {
      const answer = await http.fetch(signal, url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: slackText(message) }),
      })
      if (!answer.ok) throw refusedBy(answer.status)
    },
  })
}

/** Slack's markup. The notification's text is escaped, so that it can't mention users or add links. */
function slackText({ title, body, url, language }: NotificationMessage): string {
  const link = url === undefined ? undefined : `<${escape(url)}|${language === 'zh' ? '打开' : 'Open'}>`
  return [`*${escape(title).replaceAll('*', '∗')}*`, body === undefined ? undefined : escape(body), link]
    .filter((part) => part !== undefined)
    .join('\n')
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
