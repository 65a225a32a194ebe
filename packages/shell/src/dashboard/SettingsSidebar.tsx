import { useState } from 'react'
import { Icon, Link, useTranslation } from '@host/plugin-sdk'
import { classNames, LateTooltip, type AnnouncedMenu, type ShownPage } from '@host/plugin-sdk/shell'
import { NavEntry } from '../frame/NavEntry.tsx'
import { useGoKeys } from '../keys/useGoKeys.ts'
import type { LastPlace } from './last-place.ts'
import { settingsGroups, type SettingsGroup } from './settings-groups.ts'

export interface SettingsSidebarProps {
  readonly entries: readonly ShownPage[]
  /** The entry of the present page. */
  readonly current: AnnouncedMenu | undefined
  readonly lastPlace: LastPlace
  /** Whether only icons fit. */
  readonly isRail?: boolean
  readonly onFollow?: () => void
}

/** The entries of the settings in their groups, and the way back to the last page outside of them. */
export default function SettingsSidebar({ entries, lastPlace, isRail = false, ...rest }: SettingsSidebarProps) {
  const [back] = useState(lastPlace.read)
  return (
    <div className={classNames('flex flex-col', isRail ? 'items-center divide-y divide-line' : 'gap-4')}>
      <BackLink to={back} isRail={isRail} onFollow={rest.onFollow} />
      {settingsGroups(entries).map((group) => (
        <Group {...rest} key={group.id} group={group} isRail={isRail} />
      ))}
    </div>
  )
}

interface BackLinkProps {
  readonly to: string
  readonly isRail: boolean
  readonly onFollow?: (() => void) | undefined
}

function BackLink({ to, isRail, onFollow }: BackLinkProps) {
  const { t } = useTranslation()
  const text = t('shell.settings.back')
  const link = (
    <Link
      to={to}
      aria-label={isRail ? text : undefined}
      onClick={onFollow}
      className={classNames(
        'flex items-center rounded-control text-sm font-semibold transition-colors hover:bg-hover',
        isRail ? 'size-10 justify-center' : 'h-control gap-2.5 px-2',
      )}
    >
      <Icon name="arrow-left" size={isRail ? 18 : 16} />
      {!isRail && text}
    </Link>
  )
  if (!isRail) return link
  return (
    <LateTooltip text={text} side="right">
      {link}
    </LateTooltip>
  )
}

interface GroupProps extends Pick<SettingsSidebarProps, 'current' | 'onFollow'> {
  readonly group: SettingsGroup<ShownPage>
  readonly isRail: boolean
}

function Group({ group: { id, parts }, current, isRail, onFollow }: GroupProps) {
  const { t } = useTranslation()
  const keys = useGoKeys('tenant')
  return (
    <section className={isRail ? 'py-2' : undefined}>
      {!isRail && <h2 className="mb-0.5 px-2 py-1.5 text-xs font-medium text-subtle">{t(`shell.settings.${id}`)}</h2>}
      {parts.map(({ feature, entries }) => (
        <div key={feature ?? ''}>
          {!isRail && feature !== undefined && <h3 className="px-2 pt-1.5 text-xs text-subtle">{feature}</h3>}
          <ul className="flex flex-col gap-px">
            {entries.map(({ menu }) => (
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
        </div>
      ))}
    </section>
  )
}
