import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Language } from '@host/plugin/wire'
import { usePreferenceStore } from '../preferences/PreferencesProvider.tsx'
import { storeLanguage } from './language.ts'
import type { Translate } from './texts.ts'
import { useTexts } from './TextsProvider.tsx'

/** The texts of the present language. */
export interface Translation {
  readonly t: Translate
  readonly language: Language
  /** Switches the language without a page reload and stores the choice. */
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
  const texts = useTexts()
  const { t, language } = useSyncExternalStore(texts.subscribe, texts.snapshot, texts.snapshot)
  const preferences = usePreferenceStore()
  const setLanguage = useCallback(
    async (next: Language) => {
      if (preferences === undefined) storeLanguage(next)
      else preferences.change({ language: next })
      await texts.setLanguage(next)
    },
    [texts, preferences],
  )
  return useMemo(() => ({ t, language, setLanguage }), [t, language, setLanguage])
}
