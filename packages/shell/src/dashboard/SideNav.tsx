import { lazy, Suspense } from 'react'
import { useTranslation } from '@host/plugin-sdk'
import type { AnnouncedMenu, ShownPage } from '@host/plugin-sdk/shell'
import { NavColumn } from '../frame/NavColumn.tsx'
import { FoldButton } from './FoldButton.tsx'
import type { LastPlace } from './last-place.ts'
import { SettingsLink } from './SettingsLink.tsx'
import type { SidebarArea } from './sidebar-areas.ts'
import { Sidebar } from './Sidebar.tsx'
import type { RailState } from './useRail.ts'

const SettingsSidebar = lazy(() => import('./SettingsSidebar.tsx'))

/** What the sidebar shows, as a column or in the drawer. */
export interface SideNavPlaces {
  readonly entries: readonly ShownPage[]
  /** The entry of the present page. */
  readonly current: AnnouncedMenu | undefined
  readonly badges: ReadonlyMap<string, number>
  readonly isInSettings: boolean
  readonly lastPlace: LastPlace
}

export interface SideNavProps extends SideNavPlaces {
  readonly area: SidebarArea<ShownPage> | undefined
  readonly rail: RailState
}

/** The sidebar beside the page, full or as a rail: an area's entries, or the settings. */
export function SideNav({ area, entries, current, badges, isInSettings, lastPlace, rail }: SideNavProps) {
  const { t } = useTranslation()
  const { isRail } = rail
  return (
    <NavColumn
      label={t(isInSettings ? 'shell.settings.title' : 'shell.navigation')}
      isRail={isRail}
      className="border-r border-line"
      footer={
        <>
          {!isInSettings && (
            <div className="min-w-0 flex-1">
              <SettingsLink entries={entries} isRail={isRail} />
            </div>
          )}
          <FoldButton {...rail} />
        </>
      }
    >
      {isInSettings ? (
        <Suspense>
          <SettingsSidebar entries={entries} current={current} lastPlace={lastPlace} isRail={isRail} />
        </Suspense>
      ) : (
        <Sidebar area={area} current={current} badges={badges} isRail={isRail} />
      )}
    </NavColumn>
  )
}
