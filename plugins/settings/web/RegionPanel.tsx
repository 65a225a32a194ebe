import { useState } from 'react'
import {
  Combobox,
  Field,
  languages,
  Panel,
  Select,
  SettingsFields,
  useFormat,
  usePreferences,
  useTranslation,
} from '@host/plugin-sdk'
import { deviceZone, timeZones } from './time-zones.ts'

/** Language and time zone of the reader. */
export function RegionPanel() {
  const { t } = useTranslation()
  return (
    <Panel title={t('settings.region')}>
      <SettingsFields>
        <LanguageChoice />
        <ZoneChoice />
      </SettingsFields>
    </Panel>
  )
}

const ofBrowser = 'browser'

function LanguageChoice() {
  const { t } = useTranslation()
  const { preferences, change } = usePreferences()
  const options = [
    { value: ofBrowser, label: t('settings.language.browser') },
    ...languages.map(({ id, label }) => ({ value: id, label })),
  ]
  return (
    <Field label={t('settings.language.label')}>
      <Select
        value={preferences.language ?? ofBrowser}
        options={options}
        onChange={(value) => change({ language: languages.find(({ id }) => id === value)?.id ?? null })}
      />
    </Field>
  )
}

function ZoneChoice() {
  const { t } = useTranslation()
  const format = useFormat()
  const { preferences, change } = usePreferences()
  const [openedAt] = useState(() => new Date())
  const [zones] = useState(timeZones)
  return (
    <Field label={t('settings.timeZone.label')} hint={t('settings.timeZone.hint', { now: format.dateTime(openedAt) })}>
      <Combobox
        value={preferences.timeZone}
        options={zones}
        placeholder={t('settings.timeZone.device', { zone: deviceZone() })}
        onChange={(timeZone) => change({ timeZone })}
      />
    </Field>
  )
}
