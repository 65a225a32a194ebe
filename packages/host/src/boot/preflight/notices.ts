import type { NoticeCategory } from '@host/plugin'
import type { RegisteredPlugin } from '../plugin-entry.ts'

const wellFormedId = /^[a-z][a-z0-9-]{0,63}$/

/** Categories of notices that people could not choose: nameless in one language, or two of one id. */
export function noticeProblems(plugins: readonly RegisteredPlugin[]): readonly string[] {
  return plugins.flatMap(({ name, plugin: { notices = [], i18n = {} } }) => {
    const who = `Plugin "${name}"`
    const ids = notices.map(({ id }) => id)
    return [
      ...ids.filter((id) => !wellFormedId.test(id)).map((id) => misnamed(who, id)),
      ...[...new Set(ids.filter((id, place) => ids.indexOf(id) !== place))].map(
        (id) => `${who} has two categories of notices with the id "${id}"; give one of them another.`,
      ),
      ...notices.filter((notice) => isSilentIn(notice, i18n.zh)).map((notice) => untranslated(who, notice)),
    ]
  })
}

function misnamed(who: string, id: string): string {
  return `${who} has the category of notices "${id}", whose id needs lower-case letters, digits and hyphens, a letter first.`
}

function isSilentIn({ id }: NoticeCategory, texts: Readonly<Record<string, string>> = {}): boolean {
  return (texts[`notice.${id}`] ?? '') === ''
}

function untranslated(who: string, { id }: NoticeCategory): string {
  return `${who} names its category of notices "${id}" in English only; add "notice.${id}" to the Chinese texts of its i18n.`
}
