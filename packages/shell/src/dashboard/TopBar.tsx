import { IconButton, Link, useTranslation } from '@host/plugin-sdk'
import type { ShownPage } from '@host/plugin-sdk/shell'
import { BarWidgets } from '../frame/BarWidgets.tsx'
import { instanceName } from '../frame/instance-brand.ts'
import { Logo } from '../frame/Logo.tsx'
import { SearchButton } from '../frame/SearchButton.tsx'
import { UserMenu } from '../frame/UserMenu.tsx'
import { AreaSwitch } from './AreaSwitch.tsx'
import { CreatePlace } from './CreatePlace.tsx'
import type { SidebarArea } from './sidebar-areas.ts'
import { WorkspaceSwitcher } from './WorkspaceSwitcher.tsx'

export interface TopBarProps {
  readonly areas: readonly SidebarArea<ShownPage>[]
  readonly current: SidebarArea<ShownPage> | undefined
  readonly onOpenMenu: () => void
}

/** Areas, search, and the user's menus. */
export function TopBar({ areas, current, onOpenMenu }: TopBarProps) {
  const { t } = useTranslation()
  return (
    <header className="glass sticky top-0 z-30 flex h-topbar items-center gap-1 border-b border-line px-2 sm:px-4">
      <IconButton icon="menu" label={t('shell.openMenu')} onClick={onOpenMenu} className="md:hidden" />
      <Link to="/" aria-label={instanceName() ?? t('shell.product')} className="mr-1 hidden rounded-control sm:block">
        <Logo />
      </Link>
      <WorkspaceSwitcher />
      <AreaSwitch areas={areas} current={current} />
      <div className="ml-auto flex items-center gap-2">
        <SearchButton />
        <CreatePlace />
        <BarWidgets scope="tenant" />
        <UserMenu scope="tenant" />
      </div>
    </header>
  )
}
