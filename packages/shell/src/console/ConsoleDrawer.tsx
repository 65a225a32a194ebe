import { Drawer, Icon, Link, useTranslation } from '@host/plugin-sdk'
import { classNames } from '@host/plugin-sdk/shell'
import { Brand } from '../frame/Brand.tsx'
import { InstanceMark } from './InstanceMark.tsx'
import type { RailProps } from './Rail.tsx'

export interface ConsoleDrawerProps extends RailProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** The rail with its labels, where there is no room for it. */
export default function ConsoleDrawer({ open, onClose, menus, current }: ConsoleDrawerProps) {
  const { t } = useTranslation()
  const heading = (
    <span className="flex items-center gap-2">
      <Brand />
      <InstanceMark />
    </span>
  )
  return (
    <Drawer open={open} onClose={onClose} label={t('shell.instance.navigation')} heading={heading}>
      <nav aria-label={t('shell.instance.navigation')} className="flex flex-col gap-px px-3">
        {menus.map((menu) => (
          <Link
            key={menu.id}
            to={menu.path}
            onClick={onClose}
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
    </Drawer>
  )
}
