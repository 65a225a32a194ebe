import { Drawer, useTranslation } from '@host/plugin-sdk'
import type { AnnouncedMenu, ShownPage } from '@host/plugin-sdk/shell'
import { Brand } from '../frame/Brand.tsx'
import { areaTitle } from './area-title.ts'
import type { SidebarArea } from './sidebar-areas.ts'
import { Sidebar } from './Sidebar.tsx'

export interface SidebarDrawerProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly areas: readonly SidebarArea<ShownPage>[]
  readonly current: AnnouncedMenu | undefined
  readonly badges: ReadonlyMap<string, number>
}

/** The sidebar on narrow screens: all areas in one column. */
export default function SidebarDrawer({ open, onClose, areas, current, badges }: SidebarDrawerProps) {
  const { t } = useTranslation()
  return (
    <Drawer open={open} onClose={onClose} label={t('shell.navigation')} heading={<Brand />}>
      <nav aria-label={t('shell.navigation')} className="flex flex-col gap-6 px-3">
        {areas.map((area) => (
          <div key={area.id}>
            {areas.length > 1 && <p className="mb-2 px-2 text-sm font-semibold">{areaTitle(area, t)}</p>}
            <Sidebar area={area} current={current} badges={badges} onFollow={onClose} />
          </div>
        ))}
      </nav>
    </Drawer>
  )
}
