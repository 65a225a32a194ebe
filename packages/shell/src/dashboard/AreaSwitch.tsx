import { Icon, Link, useTranslation } from '@host/plugin-sdk'
import { classNames } from '@host/plugin-sdk/shell'
import type { ShownPage } from '@host/plugin-sdk/shell'
import { areaTitle } from './area-title.ts'
import type { SidebarArea } from './sidebar-areas.ts'

export interface AreaSwitchProps {
  readonly areas: readonly SidebarArea<ShownPage>[]
  readonly current: SidebarArea<ShownPage> | undefined
}

/** The areas of the dashboard, when there is more than the main one. Each leads to its first page. */
export function AreaSwitch({ areas, current }: AreaSwitchProps) {
  const { t } = useTranslation()
  if (areas.length < 2) return null
  return (
    <nav
      aria-label={t('shell.areas')}
      className="ml-2 hidden min-w-0 items-center gap-1 overflow-x-auto overflow-y-hidden border-l border-line pl-3 md:flex"
    >
      {areas.map((area) => (
        <Link
          key={area.id}
          to={area.groups[0]?.entries[0]?.menu.path ?? '/'}
          aria-current={area === current ? 'true' : undefined}
          className={classNames(
            'flex h-compact items-center gap-2 rounded-control px-2.5 text-sm font-medium whitespace-nowrap transition-colors',
            area === current ? 'bg-pressed text-fg' : 'text-muted hover:bg-hover hover:text-fg',
          )}
        >
          <Icon name={area.area?.icon ?? 'layout-dashboard'} size={14} />
          {areaTitle(area, t)}
        </Link>
      ))}
    </nav>
  )
}
