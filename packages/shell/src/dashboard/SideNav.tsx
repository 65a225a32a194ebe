import { useTranslation } from '@host/plugin-sdk'
import type { AnnouncedMenu, ShownPage } from '@host/plugin-sdk/shell'
import { NavColumn } from '../frame/NavColumn.tsx'
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
    <NavColumn label={t('shell.navigation')} rail={rail} className="border-r border-line">
      <Sidebar area={area} current={current} badges={badges} isRail={rail.isRail} />
    </NavColumn>
  )
}
