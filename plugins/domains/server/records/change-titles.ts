import type { Changeset, ChangeTitle, Language } from '@host/plugin'
import { i18n } from '../i18n.ts'

/** A title of a change that was made outside, or that no person wrote. */
export interface KnownTitle {
  /** In English. */
  readonly title: string
  readonly text: ChangeTitle
}

/** The title of a change. @param code its text is `change.<code>` in `i18n.ts` */
export function knownTitle(code: string, params: Readonly<Record<string, string>>): KnownTitle {
  return { title: filled('en', code, params) ?? code, text: { code, params } }
}

/** The title of a changeset in the language of its reader; as it was stored where it has no text. */
export function titleOf({ title, titleText }: Pick<Changeset, 'title' | 'titleText'>, language: Language): string {
  return titleText === null ? title : (filled(language, titleText.code, titleText.params) ?? title)
}

function filled(language: Language, code: string, params: ChangeTitle['params'] = {}): string | undefined {
  const valueOf = (_: string, name: string): string => String(params[name] ?? '')
  return i18n[language]?.[`change.${code}`]?.replaceAll(/\{\{(\w+)\}\}/g, valueOf)
}
