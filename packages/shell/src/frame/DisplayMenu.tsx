import { IconButton, languages, Menu, MenuChoices, MenuSeparator, useTranslation } from '@host/plugin-sdk'
import { themes, type Theme } from '../theme/theme.ts'
import { useTheme } from '../theme/useTheme.ts'

const themeIcons: Readonly<Record<Theme, string>> = { system: 'monitor', light: 'sun', dark: 'moon' }

/** The reader's language and theme, both kept on this device. */
export function DisplayMenu() {
  const { t, language, setLanguage } = useTranslation()
  const [theme, setTheme] = useTheme()
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
        value={theme}
        choices={themes.map((value) => ({ value, label: t(`shell.display.${value}`), icon: themeIcons[value] }))}
        onChange={(next) => setTheme(themes.find((value) => value === next) ?? 'system')}
      />
    </Menu>
  )
}
