import { Skeleton, StatCard, useQuery, useTranslation } from '@host/plugin-sdk'
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
      value={on ?? <Skeleton className="h-8.5 w-12" />}
      hint={data === undefined ? <Skeleton className="h-4 w-32" /> : t('features.of', { count: data.length })}
    />
  )
}
