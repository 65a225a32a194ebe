import type { Notification, NotificationCategory } from '@host/plugin'
import { shownAddress } from './endpoint-address.ts'

/** An endpoint that was disabled by itself. */
export interface DisabledEndpoint {
  readonly orgId: string
  readonly id: string
  readonly url: string
  readonly description: string
  readonly reason: 'gone' | 'failing'
}

export const notifications: readonly NotificationCategory[] = [
  { id: 'endpoint-disabled', title: 'A webhook endpoint was disabled', byMail: true },
]

const longestName = 80

/** Notification for the admins of the workspace. */
export function disabledNotification({ orgId, id, url, description, reason }: DisabledEndpoint): Notification {
  const name = description === '' ? (URL.parse(shownAddress(url))?.host ?? shownAddress(url)) : description
  const short = name.length > longestName ? `${name.slice(0, longestName - 1).toWellFormed()}…` : name
  return {
    to: { orgId, role: 'admin' },
    category: 'endpoint-disabled',
    title: { en: `The webhook endpoint ${short} was disabled`, zh: `Webhook 端点 ${short} 已停用` },
    body: bodies[reason],
    path: `/webhooks/${id}`,
    key: `endpoint-disabled.${id}`,
  }
}

const bodies = {
  gone: {
    en: 'It returned 410 Gone, which stops all deliveries. If this was a mistake, enable the endpoint and replay missed events.',
    zh: '该端点返回 410 Gone，表示不再接收事件。如属误操作，请在其页面重新启用，并重放错过的事件。',
  },
  failing: {
    en: 'All delivery attempts of the last five days failed. Check its responses, fix the endpoint, then enable it and replay missed events.',
    zh: '最近五天的所有尝试均失败。请在其页面查看返回内容，修复后重新启用，并重放错过的事件。',
  },
} as const
