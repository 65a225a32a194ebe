import { ButtonLink, IconButton, useTranslation } from '@host/plugin-sdk'
import { BarWidgets } from '../frame/BarWidgets.tsx'
import { Logo } from '../frame/Logo.tsx'
import { SearchButton } from '../frame/SearchButton.tsx'
import { UserMenu } from '../frame/UserMenu.tsx'
import { InstanceMark } from './InstanceMark.tsx'

/** The top bar of the console. The mark is always visible, so that users don't mistake the instance for a workspace. */
export function ConsoleBar({ onOpenMenu }: { readonly onOpenMenu: () => void }) {
  const { t } = useTranslation()
  return (
    <header className="sticky top-0 z-30 flex h-topbar items-center gap-2 bg-console px-2 text-fg scheme-dark sm:px-4">
      <IconButton icon="menu" label={t('shell.openMenu')} onClick={onOpenMenu} className="md:hidden" />
      <Logo />
      <InstanceMark />
      <div className="ml-auto flex items-center gap-2">
        <SearchButton />
        <span className="hidden sm:block">
          <ButtonLink to="~/admin" variant="ghost" size="compact" icon="arrow-left-right">
            {t('shell.user.backToWorkspace')}
          </ButtonLink>
        </span>
        <BarWidgets scope="instance" />
        <UserMenu scope="instance" />
      </div>
    </header>
  )
}
