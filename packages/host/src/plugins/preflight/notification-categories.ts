import type { NotificationCategory } from '@host/plugin'
import type { RegisteredPlugin } from '../../declared/plugin-entry.ts'

const wellFormedId = /^[a-z][a-z0-9-]{0,63}$/

/** Categories of notifications that people could not choose: nameless in one language, or two of one id. */
export function notificationProblems(plugins: readonly RegisteredPlugin[]): readonly string[] {
  return plugins.flatMap(({ name, plugin: { notifications = [], i18n = {} } }) => {
    const who = `Plugin "${name}"`
    const ids = notifications.map(({ id }) => id)
    return [
      ...ids.filter((id) => !wellFormedId.test(id)).map((id) => misnamed(who, id)),
      ...[...new Set(ids.filter((id, place) => ids.indexOf(id) !== place))].map(
        (id) => `${who} has two notification categories with the id "${id}"; change one of the ids.`,
      ),
      ...notifications
        .filter((notification) => isSilentIn(notification, i18n.zh))
        .map((notification) => untranslated(who, notification)),
    ]
  })
}

function misnamed(who: string, id: string): string {
  return `${who} has the notification category "${id}", whose id must be lowercase letters, digits, and hyphens, starting with a letter.`
}

function isSilentIn({ id }: NotificationCategory, texts: Readonly<Record<string, string>> = {}): boolean {
  return (texts[`notification.${id}`] ?? '') === ''
}

function untranslated(who: string, { id }: NotificationCategory): string {
  return `${who} has no Chinese name for its notification category "${id}"; add "notification.${id}" to the Chinese texts of its i18n.`
}
