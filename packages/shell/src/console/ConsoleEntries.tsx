import { classNames, type AnnouncedMenu } from '@host/plugin-sdk/shell'
import { NavEntry } from '../frame/NavEntry.tsx'
import { useGoKeys } from '../keys/useGoKeys.ts'

export interface ConsoleEntriesProps {
  readonly menus: readonly AnnouncedMenu[]
  readonly current: AnnouncedMenu | undefined
  readonly isRail: boolean
  readonly onFollow?: () => void
}

/** The pages of the console, which has no groups. */
export function ConsoleEntries({ menus, current, isRail, onFollow }: ConsoleEntriesProps) {
  const keys = useGoKeys('instance')
  return (
    <ul className={classNames('flex flex-col gap-px', isRail && 'items-center')}>
      {menus.map((menu) => (
        <li key={menu.id}>
          <NavEntry
            menu={menu}
            isCurrent={menu === current}
            isRail={isRail}
            count={0}
            keys={keys.get(menu.path)}
            onFollow={onFollow}
          />
        </li>
      ))}
    </ul>
  )
}
