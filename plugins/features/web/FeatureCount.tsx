import { StatCard, useQuery, useTranslation } from '@host/plugin-sdk'
import { listFeatures } from '../shared.ts'

/** How many features are switched on. */
export default function FeatureCount() {
  const { t } = useTranslation()
  const { data } = useQuery(listFeatures)
  const on = data?.filter(({ enabled }) => enabled).length
  return (
    <StatCard
      icon="toggle-right"
      label={t('features.on')}
      value={on}
      hint={data && t('features.of', { count: data.length })}
    />
  )
}
