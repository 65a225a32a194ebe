import { useTranslation } from '@host/plugin-sdk'
import { classNames, type AnnouncedMenu } from '@host/plugin-sdk/shell'
import { FoldButton } from '../frame/FoldButton.tsx'
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
    <nav
      aria-label={t('shell.instance.navigation')}
      className={classNames(
        'sticky top-topbar hidden h-[calc(100dvh-3rem)] shrink-0 flex-col bg-console text-fg scheme-dark md:flex',
        rail.isRail ? 'w-rail' : 'w-sidebar',
      )}
    >
      <div className={classNames('scroll-thin min-h-0 flex-1 overflow-y-auto', rail.isRail ? 'py-2' : 'px-3 py-4')}>
        <ConsoleEntries menus={menus} current={current} isRail={rail.isRail} />
      </div>
      <div className="flex shrink-0 px-3 py-2">
        <FoldButton {...rail} />
      </div>
    </nav>
  )
}
