import { Drawer, useTranslation } from '@host/plugin-sdk'
import type { AnnouncedMenu } from '@host/plugin-sdk/shell'
import { Brand } from '../frame/Brand.tsx'
import { ConsoleEntries } from './ConsoleEntries.tsx'
import { InstanceMark } from './InstanceMark.tsx'

export interface ConsoleDrawerProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly menus: readonly AnnouncedMenu[]
  readonly current: AnnouncedMenu | undefined
}

/** The console's sidebar on narrow screens. */
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
      <nav aria-label={t('shell.instance.navigation')} className="px-3">
        <ConsoleEntries menus={menus} current={current} onFollow={onClose} />
      </nav>
    </Drawer>
  )
}
