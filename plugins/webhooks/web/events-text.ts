import type { Translate } from '@host/plugin-sdk'
import { everyEvent } from '../shared.ts'

/** The subscribed events of an endpoint, in a few words. */
export function eventsText(events: readonly string[], t: Translate): string {
  if (events.includes(everyEvent)) return t('webhooks.everyEvent')
  const [only] = events
  return events.length === 1 && only !== undefined ? only : t('webhooks.choices', { count: events.length })
}
