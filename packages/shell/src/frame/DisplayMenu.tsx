import {
  IconButton,
  languages,
  Menu,
  MenuChoices,
  MenuSeparator,
  usePreferences,
  useTranslation,
} from '@host/plugin-sdk'
import { themeIcons, themes } from '../preferences/themes.ts'

/** The reader's language and theme. */
export function DisplayMenu() {
  const { t, language, setLanguage } = useTranslation()
  const { preferences, change } = usePreferences()
  return (
    <Menu trigger={<IconButton icon="languages" label={t('shell.display.open')} />}>
      <MenuChoices
        label={t('shell.display.language')}
        value={language}
        choices={languages.map(({ id, label }) => ({ value: id, label }))}
        onChange={(next) => void setLanguage(next === 'zh' ? 'zh' : 'en')}
      />
      <MenuSeparator />
      <MenuChoices
        label={t('shell.display.theme')}
        value={preferences.theme}
        choices={themes.map((value) => ({ value, label: t(`shell.display.${value}`), icon: themeIcons[value] }))}
        onChange={(next) => change({ theme: themes.find((value) => value === next) ?? 'system' })}
      />
    </Menu>
  )
}
