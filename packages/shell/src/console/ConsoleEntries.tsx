import type { AnnouncedMenu } from '@host/plugin-sdk/shell'
import { NavEntry } from '../frame/NavEntry.tsx'
import { useGoKeys } from '../keys/useGoKeys.ts'

export interface ConsoleEntriesProps {
  readonly menus: readonly AnnouncedMenu[]
  readonly current: AnnouncedMenu | undefined
  readonly onFollow?: () => void
}

/** The pages of the console, which has no groups. */
export function ConsoleEntries({ menus, current, onFollow }: ConsoleEntriesProps) {
  const keys = useGoKeys('instance')
  return (
    <ul className="flex flex-col gap-px">
      {menus.map((menu) => (
        <li key={menu.id}>
          <NavEntry menu={menu} isCurrent={menu === current} count={0} keys={keys.get(menu.path)} onFollow={onFollow} />
        </li>
      ))}
    </ul>
  )
}
