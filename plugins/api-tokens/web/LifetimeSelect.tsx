import { useState } from 'react'
import { Select, useFormat, useTranslation } from '@host/plugin-sdk'

export interface LifetimeSelectProps {
  /** Days; null for a token without an end. */
  readonly value: number | null | undefined
  readonly onChange: (days: number | null) => void
}

const days = ['7', '30', '90', '180', '365'] as const

/** For how long a token works, and the date on which it expires. */
export function LifetimeSelect({ value = 90, onChange }: LifetimeSelectProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [now] = useState(() => Date.now())
  const labelOf = (count: number): string => {
    const date = format.date(now + count * 86_400_000)
    return t('api-tokens.daysUntil', { days: t('api-tokens.days', { count }), date })
  }
  const options = [
    ...days.map((text) => ({ value: text as string, label: labelOf(Number(text)) })),
    { value: 'none', label: t('api-tokens.noEnd') },
  ]
  return (
    <Select
      value={value === null ? 'none' : String(value)}
      options={options}
      onChange={(text) => onChange(text === 'none' ? null : Number(text))}
    />
  )
}
