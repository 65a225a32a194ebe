import { useState } from 'react'
import { Field, Input, Select, useTranslation } from '@host/plugin-sdk'
import { useTtlText } from '../useTtlText.ts'
import { ttlOptions, type TtlBounds } from './ttl-options.ts'

export interface TtlFieldProps {
  readonly value: number
  readonly bounds: TtlBounds
  readonly error: string | undefined
  readonly onChange: (seconds: number) => void
}

const custom = 'custom'

/** A TTL: one of the presets, or any number of seconds. */
export function TtlField({ value, bounds, error, onChange }: TtlFieldProps) {
  const { t } = useTranslation()
  const ttlText = useTtlText()
  const [first] = useState(value)
  const [isCustom, setCustom] = useState(false)
  const options = [
    ...ttlOptions(bounds, [first]).map((ttl) => ({ value: String(ttl), label: ttlText(ttl) })),
    { value: custom, label: t('domains.records.customTtl') },
  ]
  const choose = (next: string) => {
    setCustom(next === custom)
    if (next !== custom) onChange(Number(next))
  }
  return (
    <>
      <Field label={t('domains.records.ttl')} error={isCustom ? undefined : error}>
        <Select value={isCustom ? custom : String(value)} options={options} onChange={choose} />
      </Field>
      {isCustom && (
        <Field label={t('domains.records.seconds')} hint={t('domains.records.ttlRange', { ...bounds })} error={error}>
          <Input
            type="number"
            inputMode="numeric"
            min={bounds.min}
            max={bounds.max}
            value={Number.isNaN(value) ? '' : value}
            onChange={(event) => onChange(event.target.valueAsNumber)}
          />
        </Field>
      )}
    </>
  )
}
