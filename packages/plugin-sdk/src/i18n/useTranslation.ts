import type { TFunction } from 'i18next'
import { useCallback, useMemo } from 'react'
import { useTranslation as useReactTranslation } from 'react-i18next'
import type { Language } from '@host/plugin/wire'
import { storeLanguage } from './language.ts'

/** Gives the text of `<namespace>.<key>`; a plugin's namespace is its name. `count` chooses the plural. */
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string

/** The texts of the present language. */
export interface Translation {
  readonly t: Translate
  readonly language: Language
  /** Switches without loading the page anew, and keeps the choice. */
  readonly setLanguage: (language: Language) => Promise<void>
}

/**
 * The texts of the present language.
 * @example
 * const { t } = useTranslation()
 * <h1>{t('notes.pageTitle')}</h1>
 * @since 1.0.0
 */
export function useTranslation(): Translation {
  const { i18n, t: anyText } = useReactTranslation('sdk', { useSuspense: false })
  const language: Language = i18n.language === 'zh' ? 'zh' : 'en'
  const setLanguage = useCallback(
    async (next: Language) => {
      storeLanguage(next)
      await i18n.changeLanguage(next)
    },
    [i18n],
  )
  const t = useMemo<Translate>(() => (key, values) => translate(anyText, key, values), [anyText])
  return { t, language, setLanguage }
}

function translate(anyText: TFunction<'sdk'>, key: string, values: Parameters<Translate>[1]): string {
  const dot = key.indexOf('.')
  return anyText(key.slice(dot + 1), { ...values, ns: key.slice(0, Math.max(dot, 0)), defaultValue: key })
}
