import { languages, usePreferences, useTranslation } from '@host/plugin-sdk'
import { themeIcons, themes } from '../preferences/themes.ts'
import type { PaletteEntry } from './palette-entry.ts'

const densities = ['comfortable', 'compact'] as const

/** Theme, density and language, each choice an entry. */
export function useDisplayEntries(): readonly PaletteEntry[] {
  const { t, language, setLanguage } = useTranslation()
  const { preferences, change } = usePreferences()
  const choice = (kind: string, value: string, text: string) => ({
    id: `${kind} ${value}`,
    section: 'display' as const,
    label: t('shell.palette.choice', { kind: t(`shell.display.${kind}`), text }),
  })
  return [
    ...themes.map((theme) => ({
      ...choice('theme', theme, t(`shell.display.${theme}`)),
      icon: themeIcons[theme],
      isCurrent: theme === preferences.theme,
      run: () => change({ theme }),
    })),
    ...densities.map((density) => ({
      ...choice('density', density, t(`shell.display.${density}`)),
      icon: 'text-wrap',
      isCurrent: density === preferences.density,
      run: () => change({ density }),
    })),
    ...languages.map(({ id, label }) => ({
      ...choice('language', id, label),
      icon: 'languages',
      isCurrent: id === language,
      run: () => void setLanguage(id),
    })),
  ]
}
