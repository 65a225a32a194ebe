import { useTranslation } from '@host/plugin-sdk'
import { classNames, type AnnouncedMenu, type ShownPage } from '@host/plugin-sdk/shell'
import { FoldButton } from '../frame/FoldButton.tsx'
import type { RailState } from '../frame/useRail.ts'
import type { SidebarArea } from './sidebar-areas.ts'
import { Sidebar } from './Sidebar.tsx'

export interface SideNavProps {
  readonly area: SidebarArea<ShownPage> | undefined
  readonly current: AnnouncedMenu | undefined
  readonly badges: ReadonlyMap<string, number>
  readonly rail: RailState
}

/** The sidebar beside the page, full or as a rail. */
export function SideNav({ area, current, badges, rail }: SideNavProps) {
  const { t } = useTranslation()
  return (
    <nav
      aria-label={t('shell.navigation')}
      className={classNames(
        'sticky top-topbar hidden h-[calc(100dvh-3rem)] shrink-0 flex-col border-r border-line md:flex',
        rail.isRail ? 'w-rail' : 'w-sidebar',
      )}
    >
      <div className={classNames('scroll-thin min-h-0 flex-1 overflow-y-auto', rail.isRail ? 'py-2' : 'px-3 py-4')}>
        <Sidebar area={area} current={current} badges={badges} isRail={rail.isRail} />
      </div>
      <div className="flex shrink-0 px-3 py-2">
        <FoldButton {...rail} />
      </div>
    </nav>
  )
}
