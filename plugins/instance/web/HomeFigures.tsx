import { StatCard, useFormat, useQuery, useTranslation } from '@host/plugin-sdk'
import { listPlugins, readGrowth } from '../shared.ts'

/** How many workspaces, people and plugins there are, and how that changes. */
export function HomeFigures() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: growth } = useQuery(readGrowth)
  const { data: plugins } = useQuery(listPlugins)
  const added = plugins?.items.filter(({ outOfTree }) => outOfTree).length ?? 0
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-4">
      {figures.map(({ of, icon }) => (
        <StatCard
          key={of}
          icon={icon}
          label={t(`instance.${of}.title`)}
          value={growth && format.number(growth[of].total)}
          change={growth && { before: growth[of].total - growth[of].lately, now: growth[of].total, good: 'up' }}
          hint={growth && t('instance.home.lately', { count: growth[of].lately })}
        />
      ))}
      <StatCard
        icon="puzzle"
        label={t('instance.plugins.title')}
        value={plugins && format.number(plugins.items.length)}
        hint={t('instance.plugins.added', { count: added })}
      />
    </div>
  )
}

const figures = [
  { of: 'workspaces', icon: 'building' },
  { of: 'users', icon: 'users' },
] as const
