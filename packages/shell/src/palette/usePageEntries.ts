import { useNavigate, useSession, useTranslation, type Translate } from '@host/plugin-sdk'
import { usePages, type AnnouncedMenu, type ShellScope } from '@host/plugin-sdk/shell'
import { useGoKeys } from '../keys/useGoKeys.ts'
import type { PaletteEntry } from './palette-entry.ts'

const bases: Readonly<Record<ShellScope, string>> = { tenant: '/admin', instance: '/instance' }

/** The pages of both shells that the reader may open; those of the open shell first. */
export function usePageEntries(scope: ShellScope): readonly PaletteEntry[] {
  const { user } = useSession()
  const tenant = useShellPages('tenant', { isHere: scope === 'tenant', isOpen: true })
  const instance = useShellPages('instance', { isHere: scope === 'instance', isOpen: user.isInstanceAdmin })
  return scope === 'tenant' ? [...tenant, ...instance] : [...instance, ...tenant]
}

interface Reach {
  readonly isHere: boolean
  readonly isOpen: boolean
}

function useShellPages(scope: ShellScope, { isHere, isOpen }: Reach): readonly PaletteEntry[] {
  const { t } = useTranslation()
  const { workspace } = useSession()
  const navigate = useNavigate()
  const { pages } = usePages(scope, { enabled: isOpen })
  const goKeys = useGoKeys(scope)
  const where = scope === 'instance' ? t('shell.instance.mark') : workspace?.name
  return (isOpen ? (pages?.entries ?? []) : []).map(({ menu }) => {
    const href = bases[scope] + (menu.path === '/' ? '' : menu.path)
    return {
      id: `page ${href}`,
      section: 'pages',
      label: menu.label,
      detail: isHere ? settingsPlace(menu, t) : where,
      icon: menu.icon,
      keys: isHere ? goKeys.get(menu.path) : undefined,
      href,
      run: () => navigate(`~${href}`),
    }
  })
}

/** Tells pages of the settings apart from those of the sidebar. */
function settingsPlace({ settings, feature }: AnnouncedMenu, t: Translate): string | undefined {
  if (settings === undefined) return undefined
  const group = settings === 'features' && feature !== undefined ? feature : t(`shell.settings.${settings}`)
  return `${t('shell.settings.title')} · ${group}`
}
