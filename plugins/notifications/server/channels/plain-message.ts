import type { NotificationMessage } from '@host/plugin'

/** A message as plain text: title, body and link. */
export function plainMessage({ title, body, url }: NotificationMessage): string {
  return [title, body, url].filter((part) => part !== undefined && part !== '').join('\n\n')
}
