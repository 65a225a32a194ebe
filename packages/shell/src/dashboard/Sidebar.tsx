import { classNames } from '@host/plugin-sdk/shell'
import type { AnnouncedMenu, ShownPage } from '@host/plugin-sdk/shell'
import { NavEntry } from '../frame/NavEntry.tsx'
import { useGoKeys } from '../keys/useGoKeys.ts'
import type { SidebarArea, SidebarGroup } from './sidebar-areas.ts'
import { SidebarHeading } from './SidebarHeading.tsx'
import { useFolded } from './useFolded.ts'

export interface SidebarProps {
  readonly area: SidebarArea<ShownPage> | undefined
  /** The entry of the present page. */
  readonly current: AnnouncedMenu | undefined
  /** How much waits on each page, by path. */
  readonly badges: ReadonlyMap<string, number>
  /** Whether there is room for icons only, which show all groups. */
  readonly isRail?: boolean
  readonly onFollow?: () => void
}

/** The entries of an area in their groups, which fold. */
export function Sidebar({ area, isRail = false, ...rest }: SidebarProps) {
  const { isFolded, toggle } = useFolded()
  return (
    <div className={classNames('flex flex-col', isRail ? 'items-center divide-y divide-line' : 'gap-4')}>
      {area?.groups.map((group) => (
        <Group
          {...rest}
          key={group.id}
          group={group}
          isRail={isRail}
          isFolded={isFolded(group.id)}
          onToggle={() => toggle(group.id)}
        />
      ))}
    </div>
  )
}

interface GroupProps extends Omit<SidebarProps, 'area' | 'isRail'> {
  readonly group: SidebarGroup<ShownPage>
  readonly isRail: boolean
  readonly isFolded: boolean
  readonly onToggle: () => void
}

function Group({ group, current, badges, isRail, isFolded, onToggle, onFollow }: GroupProps) {
  const keys = useGoKeys('tenant')
  const isHidden = group.label !== undefined && isFolded && !isRail
  const waiting = group.entries.reduce((sum, { menu }) => sum + (badges.get(menu.path) ?? 0), 0)
  return (
    <section className={isRail ? 'py-2' : undefined}>
      {!isRail && <SidebarHeading group={group} isFolded={isFolded} waiting={waiting} onToggle={onToggle} />}
      <ul id={`group-${group.id}`} hidden={isHidden} className="flex flex-col gap-px">
        {group.entries.map(({ menu }) => (
          <li key={menu.id}>
            <NavEntry
              menu={menu}
              isCurrent={menu === current}
              isRail={isRail}
              count={badges.get(menu.path) ?? 0}
              keys={keys.get(menu.path)}
              onFollow={onFollow}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
