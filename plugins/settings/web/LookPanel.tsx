import { Field, Panel, Radio, SettingsFields, usePreferences, useTranslation, type Preferences } from '@host/plugin-sdk'

const choices = {
  theme: ['system', 'light', 'dark'],
  density: ['comfortable', 'compact'],
  motion: ['system', 'reduced'],
} as const satisfies { readonly [Name in keyof Preferences]?: readonly Preferences[Name][] }

/** How the product looks: theme, density and motion. */
export function LookPanel() {
  const { t } = useTranslation()
  return (
    <Panel title={t('settings.look')}>
      <SettingsFields>
        <Choice name="theme" />
        <Choice name="density" />
        <Choice name="motion" />
      </SettingsFields>
    </Panel>
  )
}

function Choice({ name }: { readonly name: keyof typeof choices }) {
  const { t } = useTranslation()
  const { preferences, change } = usePreferences()
  const options = choices[name].map((value) => ({ value, label: t(`settings.${name}.${value}`) }))
  return (
    <Field label={t(`settings.${name}.label`)} hint={name === 'theme' ? undefined : t(`settings.${name}.hint`)}>
      <Radio isInline value={preferences[name]} options={options} onChange={(value) => change({ [name]: value })} />
    </Field>
  )
}
