import { useTranslation } from '@host/plugin-sdk'
import type { ShownPage } from '@host/plugin-sdk/shell'
import { NavEntry } from '../frame/NavEntry.tsx'
import { settingsGroups } from './settings-groups.ts'

export interface SettingsLinkProps {
  readonly entries: readonly ShownPage[]
  readonly isRail?: boolean
  readonly onFollow?: () => void
}

/** The gear: the first page of the settings. */
export function SettingsLink({ entries, isRail = false, onFollow }: SettingsLinkProps) {
  const { t } = useTranslation()
  const first = settingsGroups(entries)[0]?.parts[0]?.entries[0]?.menu
  if (first === undefined) return null
  const menu = { ...first, label: t('shell.settings.title'), icon: 'settings' }
  return <NavEntry menu={menu} isCurrent={false} isRail={isRail} count={0} onFollow={onFollow} />
}
