import { Select, useTranslation } from '@host/plugin-sdk'
import { weights, type Weight } from './useUsageColumns.tsx'

export interface UsageOrderProps {
  readonly weight: Weight
  readonly onChange: (weight: Weight) => void
}

/** The measure that rows are ordered by. */
export function UsageOrder({ weight, onChange }: UsageOrderProps) {
  const { t } = useTranslation()
  return (
    <Select
      size="compact"
      label={t('instance.usage.order')}
      value={weight}
      options={weights.map((one) => ({ value: one, label: t(`instance.usage.${one}`) }))}
      onChange={onChange}
    />
  )
}
