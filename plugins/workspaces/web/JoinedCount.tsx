import { StatCard, useFormat, useQuery, useTranslation } from '@host/plugin-sdk'
import { readMemberSummary } from '../shared.ts'

/** How many people joined lately, against the time before. */
export default function JoinedCount() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery(readMemberSummary)
  return (
    <StatCard
      icon="user-plus"
      label={t('workspaces.newest.joined')}
      value={data && format.number(data.joinedLately)}
      change={data && { before: data.joinedBefore, now: data.joinedLately, good: 'up' }}
      hint={t('workspaces.newest.lately', { count: 30 })}
    />
  )
}
