import { Icon, Link } from '@host/plugin-sdk'
import { classNames } from '@host/plugin-sdk/shell'
import type { AnnouncedMenu, ShownPage } from '@host/plugin-sdk/shell'
import type { SidebarArea, SidebarGroup } from './sidebar-areas.ts'
import { SidebarHeading } from './SidebarHeading.tsx'
import { useFolded } from './useFolded.ts'

export interface SidebarProps {
  readonly area: SidebarArea<ShownPage> | undefined
  /** The entry of the present page. */
  readonly current: AnnouncedMenu | undefined
  readonly onFollow?: () => void
}

/** The entries of an area in their groups, which fold. */
export function Sidebar({ area, current, onFollow }: SidebarProps) {
  const { isFolded, toggle } = useFolded()
  return (
    <div className="flex flex-col gap-4">
      {area?.groups.map((group) => (
        <Group
          key={group.id}
          group={group}
          current={current}
          onFollow={onFollow}
          isFolded={isFolded(group.id)}
          onToggle={() => toggle(group.id)}
        />
      ))}
    </div>
  )
}

interface GroupProps extends Pick<SidebarProps, 'current'> {
  readonly group: SidebarGroup<ShownPage>
  readonly isFolded: boolean
  readonly onToggle: () => void
  readonly onFollow: (() => void) | undefined
}

function Group({ group, current, isFolded, onToggle, onFollow }: GroupProps) {
  const isHidden = group.label !== undefined && isFolded
  return (
    <section>
      <SidebarHeading group={group} isFolded={isFolded} onToggle={onToggle} />
      <ul id={`group-${group.id}`} hidden={isHidden} className="flex flex-col gap-px">
        {group.entries.map(({ menu }) => (
          <li key={menu.id}>
            <EntryLink menu={menu} isCurrent={menu === current} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface EntryLinkProps {
  readonly menu: AnnouncedMenu
  readonly isCurrent: boolean
  readonly onFollow: (() => void) | undefined
}

function EntryLink({ menu, isCurrent, onFollow }: EntryLinkProps) {
  return (
    <Link
      to={menu.path}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onFollow}
      className={classNames(
        'flex h-control items-center gap-2.5 rounded-control px-2 text-sm font-medium transition-colors',
        isCurrent ? 'bg-accent-soft text-accent-fg' : 'text-muted hover:bg-hover hover:text-fg',
      )}
    >
      <Icon name={menu.icon} />
      <span className="truncate">{menu.label}</span>
    </Link>
  )
}
