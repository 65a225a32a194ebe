import { useNavigate, useSession, useTranslation } from '@host/plugin-sdk'
import { useHelp, type ShellScope } from '@host/plugin-sdk/shell'
import { useFrameDialog } from '../frame/FrameDialogs.tsx'
import { useSignOut } from '../session/useSignOut.ts'
import type { PaletteEntry } from './palette-entry.ts'

/** The way to the other shell, the list of shortcuts, and the way out. */
export function useAccountEntries(scope: ShellScope): readonly PaletteEntry[] {
  const { t } = useTranslation()
  const { user } = useSession()
  const navigate = useNavigate()
  const openDialog = useFrameDialog()
  const openHelp = useHelp()
  const signOut = useSignOut()
  const toConsole = { label: t('shell.user.instance'), icon: 'server', href: '/instance' }
  const toWorkspace = { label: t('shell.user.backToWorkspace'), icon: 'layout-dashboard', href: '/admin' }
  const other = scope === 'tenant' ? toConsole : toWorkspace
  const way = { id: 'other shell', section: 'account' as const, ...other, run: () => navigate(`~${other.href}`) }
  return [
    ...(scope === 'instance' || user.isInstanceAdmin ? [way] : []),
    {
      id: 'help',
      section: 'account',
      label: t('shell.help.title'),
      icon: 'circle-question-mark',
      href: '/help',
      run: () => openHelp?.(),
    },
    {
      id: 'shortcuts',
      section: 'account',
      label: t('shell.keys.title'),
      icon: 'keyboard',
      keys: '?',
      run: () => openDialog('shortcuts'),
    },
    { id: 'sign out', section: 'account', label: t('shell.user.signOut'), icon: 'log-out', run: signOut },
  ]
}
