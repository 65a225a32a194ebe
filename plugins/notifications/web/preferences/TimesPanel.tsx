import { useState } from 'react'
import { Combobox, Field, Input, Panel, Select, SettingsFields, Toggle, useTranslation } from '@host/plugin-sdk'
import { timeZones } from '../time-zones.ts'
import type { Current, Draft } from './draft.ts'

export interface TimesPanelProps {
  readonly current: Current
  readonly hasMail: boolean
  readonly onChange: (part: Draft) => void
}

const usualQuiet = { from: '22:00', to: '07:00' }

/** Quiet hours and digest schedule. */
export function TimesPanel({ current, hasMail, onChange }: TimesPanelProps) {
  const { t } = useTranslation()
  const [zones] = useState(timeZones)
  const { timeZone, quietHours } = current
  return (
    <Panel title={t('notifications.times.title')}>
      <SettingsFields>
        <Field label={t('notifications.times.quiet')} hint={t('notifications.times.quietHint')}>
          <Toggle
            checked={quietHours !== null}
            onChange={(isOn) => onChange({ quietHours: isOn ? usualQuiet : null })}
          />
        </Field>
        {quietHours !== null && (
          <>
            <Field label={t('notifications.times.from')}>
              <Input
                type="time"
                required
                value={quietHours.from}
                onChange={(event) => onChange({ quietHours: { ...quietHours, from: event.target.value } })}
              />
            </Field>
            <Field
              label={t('notifications.times.to')}
              error={quietHours.from === quietHours.to ? t('notifications.times.same') : undefined}
            >
              <Input
                type="time"
                required
                value={quietHours.to}
                onChange={(event) => onChange({ quietHours: { ...quietHours, to: event.target.value } })}
              />
            </Field>
          </>
        )}
        {hasMail && <DigestFields current={current} onChange={onChange} />}
        <Field label={t('notifications.times.zone')} hint={t('notifications.times.zoneHint')}>
          <Combobox
            value={timeZone}
            options={zones}
            onChange={(zone) => zone !== null && onChange({ timeZone: zone })}
          />
        </Field>
      </SettingsFields>
    </Panel>
  )
}

function DigestFields({ current: { digest }, onChange }: Pick<TimesPanelProps, 'current' | 'onChange'>) {
  const { t, language } = useTranslation()
  const { every, hour, weekday } = digest
  const kinds = (['never', 'day', 'week'] as const).map((value) => ({
    value,
    label: t(`notifications.times.every.${value}`),
  }))
  return (
    <>
      <Field label={t('notifications.times.digest')} hint={t('notifications.times.digestHint')}>
        <Select value={every} options={kinds} onChange={(kind) => onChange({ digest: { ...digest, every: kind } })} />
      </Field>
      {every !== 'never' && (
        <>
          {every === 'week' && (
            <Field label={t('notifications.times.weekday')}>
              <Select
                value={String(weekday)}
                options={weekdays(language)}
                onChange={(day) => onChange({ digest: { ...digest, weekday: Number(day) } })}
              />
            </Field>
          )}
          <Field label={t('notifications.times.hour')}>
            <Select
              value={String(hour)}
              options={hours}
              onChange={(at) => onChange({ digest: { ...digest, hour: Number(at) } })}
            />
          </Field>
        </>
      )}
    </>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

/** Monday to Sunday; 1 January 2024 was a Monday. */
function weekdays(language: string) {
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, day) => ({
    value: String(day + 1),
    label: format.format(new Date(Date.UTC(2024, 0, day + 1))),
  }))
}
