import { Icon, Link, useTranslation } from '@host/plugin-sdk'
import { classNames } from '@host/plugin-sdk/shell'
import type { RailProps } from './Rail.tsx'

/** The rail with its labels, in the drawer of a narrow screen. */
export function ConsoleList({ menus, current, onFollow }: RailProps & { readonly onFollow: () => void }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('shell.instance.navigation')} className="flex flex-col gap-px px-3">
      {menus.map((menu) => (
        <Link
          key={menu.id}
          to={menu.path}
          onClick={onFollow}
          aria-current={menu === current ? 'page' : undefined}
          className={classNames(
            'flex h-control items-center gap-2.5 rounded-control px-2 text-sm font-medium',
            menu === current ? 'bg-accent-soft text-accent-fg' : 'text-muted hover:bg-hover hover:text-fg',
          )}
        >
          <Icon name={menu.icon} />
          {menu.label}
        </Link>
      ))}
    </nav>
  )
}
