import { Skeleton, StatCard, useListQuery, useTranslation } from '@host/plugin-sdk'
import { listMembers } from '../shared.ts'

/** How many people belong to the workspace. */
export default function MemberCount() {
  const { t } = useTranslation()
  const { items, hasMore } = useListQuery(listMembers)
  const admins = items?.filter(({ role }) => role !== 'member').length ?? 0
  return (
    <StatCard
      icon="users"
      label={t('workspaces.members.title')}
      value={items === undefined ? <Skeleton className="h-8.5 w-12" /> : `${items.length}${hasMore ? '+' : ''}`}
      hint={items === undefined ? <Skeleton className="h-4 w-32" /> : t('workspaces.members.admins', { count: admins })}
    />
  )
}
