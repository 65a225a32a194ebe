import { StatCard, useFormat, useQuery, useTranslation } from '@host/plugin-sdk'
import { readMemberSummary } from '../shared.ts'

/** How many people belong to the workspace. */
export default function MemberCount() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery(readMemberSummary)
  return (
    <StatCard
      icon="users"
      label={t('workspaces.members.title')}
      value={data && format.number(data.total)}
      hint={data && t('workspaces.members.admins', { count: data.managing })}
    />
  )
}
