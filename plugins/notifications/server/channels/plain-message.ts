import type { NotificationMessage } from '@host/plugin'

/** A message as plain text: what it says, and where it leads. */
export function plainMessage({ title, body, url }: NotificationMessage): string {
  return [title, body, url].filter((part) => part !== undefined && part !== '').join('\n\n')
}
