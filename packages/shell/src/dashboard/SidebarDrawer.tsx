import { Drawer, useTranslation } from '@host/plugin-sdk'
import type { ShownPage } from '@host/plugin-sdk/shell'
import { Brand } from '../frame/Brand.tsx'
import { areaTitle } from './area-title.ts'
import { SettingsLink } from './SettingsLink.tsx'
import SettingsSidebar from './SettingsSidebar.tsx'
import type { SidebarArea } from './sidebar-areas.ts'
import { Sidebar } from './Sidebar.tsx'
import type { SideNavPlaces } from './SideNav.tsx'

export interface SidebarDrawerProps extends SideNavPlaces {
  readonly open: boolean
  readonly onClose: () => void
  readonly areas: readonly SidebarArea<ShownPage>[]
}

/** The sidebar on narrow screens: the settings, or all areas in one column. */
export default function SidebarDrawer({ open, onClose, isInSettings, ...places }: SidebarDrawerProps) {
  const { t } = useTranslation()
  const label = t(isInSettings ? 'shell.settings.title' : 'shell.navigation')
  return (
    <Drawer open={open} onClose={onClose} label={label} heading={<Brand />}>
      <nav aria-label={label} className="flex flex-col gap-6 px-3">
        {isInSettings ? <SettingsSidebar {...places} onFollow={onClose} /> : <Areas {...places} onFollow={onClose} />}
      </nav>
    </Drawer>
  )
}

interface AreasProps extends Pick<SidebarDrawerProps, 'areas' | 'entries' | 'current' | 'badges'> {
  readonly onFollow: () => void
}

function Areas({ areas, entries, current, badges, onFollow }: AreasProps) {
  const { t } = useTranslation()
  return (
    <>
      {areas.map((area) => (
        <div key={area.id}>
          {areas.length > 1 && <p className="mb-2 px-2 text-sm font-semibold">{areaTitle(area, t)}</p>}
          <Sidebar area={area} current={current} badges={badges} onFollow={onFollow} />
        </div>
      ))}
      <SettingsLink entries={entries} onFollow={onFollow} />
    </>
  )
}
