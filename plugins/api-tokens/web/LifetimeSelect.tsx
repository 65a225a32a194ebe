import { Select, useTranslation } from '@host/plugin-sdk'

export interface LifetimeSelectProps {
  /** Days; null for a token without an end. */
  readonly value: number | null | undefined
  readonly onChange: (days: number | null) => void
}

const days = ['7', '30', '90', '180', '365'] as const

/** For how long a token works. */
export function LifetimeSelect({ value = 90, onChange }: LifetimeSelectProps) {
  const { t } = useTranslation()
  const options = [
    ...days.map((text) => ({ value: text as string, label: t('api-tokens.days', { count: Number(text) }) })),
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
