import { useTranslation } from '@host/plugin-sdk'
import type { AnnouncedMenu } from '@host/plugin-sdk/shell'
import { NavColumn } from '../frame/NavColumn.tsx'
import { ConsoleEntries } from './ConsoleEntries.tsx'

export interface ConsoleNavProps {
  readonly menus: readonly AnnouncedMenu[]
  readonly current: AnnouncedMenu | undefined
}

/** The flat sidebar of the console, dark in both themes. Its labels are always visible. */
export function ConsoleNav({ menus, current }: ConsoleNavProps) {
  const { t } = useTranslation()
  return (
    <NavColumn label={t('shell.instance.navigation')} className="bg-console text-fg scheme-dark">
      <ConsoleEntries menus={menus} current={current} />
    </NavColumn>
  )
}
