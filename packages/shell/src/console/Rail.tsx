import { Icon, Link, Tooltip, useTranslation } from '@host/plugin-sdk'
import { classNames } from '@host/plugin-sdk/shell'
import type { AnnouncedMenu } from '@host/plugin-sdk/shell'

export interface RailProps {
  readonly menus: readonly AnnouncedMenu[]
  readonly current: AnnouncedMenu | undefined
}

/** The flat rail of the console. */
export function Rail({ menus, current }: RailProps) {
  const { t } = useTranslation()
  return (
    <nav
      aria-label={t('shell.instance.navigation')}
      className="sticky top-topbar hidden h-[calc(100dvh-3rem)] w-rail shrink-0 flex-col items-center gap-1 overflow-y-auto bg-console py-3 scheme-dark md:flex"
    >
      {menus.map((menu) => (
        <Tooltip key={menu.id} text={menu.label} side="right">
          <Link
            to={menu.path}
            aria-label={menu.label}
            aria-current={menu === current ? 'page' : undefined}
            className={classNames(
              'flex size-10 items-center justify-center rounded-card transition-colors',
              menu === current ? 'bg-pressed text-fg' : 'text-subtle hover:bg-hover hover:text-fg',
            )}
          >
            <Icon name={menu.icon} size={20} />
          </Link>
        </Tooltip>
      ))}
    </nav>
  )
}
