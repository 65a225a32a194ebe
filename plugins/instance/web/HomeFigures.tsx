import { StatCard, useListQuery, useQuery, useTranslation } from '@host/plugin-sdk'
import { listAllWorkspaces, listPlugins, listUsers } from '../shared.ts'

/** How many workspaces, people and plugins there are. */
export function HomeFigures() {
  const { t } = useTranslation()
  const workspaces = useListQuery(listAllWorkspaces)
  const users = useListQuery(listUsers)
  const plugins = useQuery(listPlugins)
  const added = plugins.data?.items.filter(({ outOfTree }) => outOfTree).length ?? 0
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-4">
      <StatCard icon="building" label={t('instance.workspaces.title')} value={countOf(workspaces)} />
      <StatCard icon="users" label={t('instance.users.title')} value={countOf(users)} />
      <StatCard
        icon="puzzle"
        label={t('instance.plugins.title')}
        value={plugins.data?.items.length}
        hint={t('instance.plugins.added', { count: added })}
      />
    </div>
  )
}

/** A list tells no total; what does not fit its first page is more. */
function countOf({ items, hasMore }: { readonly items: readonly unknown[] | undefined; readonly hasMore: boolean }) {
  return items && `${items.length}${hasMore ? '+' : ''}`
}
