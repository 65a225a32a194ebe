import { useTranslation } from '@host/plugin-sdk'
import type { AnnouncedMenu } from '@host/plugin-sdk/shell'
import { NavColumn } from '../frame/NavColumn.tsx'
import type { RailState } from '../frame/useRail.ts'
import { ConsoleEntries } from './ConsoleEntries.tsx'

export interface ConsoleNavProps {
  readonly menus: readonly AnnouncedMenu[]
  readonly current: AnnouncedMenu | undefined
  readonly rail: RailState
}

/** The flat sidebar of the console, dark in both themes. */
export function ConsoleNav({ menus, current, rail }: ConsoleNavProps) {
  const { t } = useTranslation()
  return (
    <NavColumn label={t('shell.instance.navigation')} rail={rail} className="bg-console text-fg scheme-dark">
      <ConsoleEntries menus={menus} current={current} isRail={rail.isRail} />
    </NavColumn>
  )
}
