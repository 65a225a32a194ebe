import { Avatar, Menu, MenuItem, MenuSeparator, useNavigate, useSession, useTranslation } from '@host/plugin-sdk'
import type { ShellScope } from '@host/plugin-sdk/shell'
import { useSignOut } from '../session/useSignOut.ts'

/** Who is signed in, the way to the other shell, and the way out. */
export function UserMenu({ scope }: { readonly scope: ShellScope }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const trigger = (
    <button
      type="button"
      aria-label={t('shell.user.open', { name: user.name })}
      className="rounded-full transition-opacity hover:opacity-85"
    >
      <Avatar name={user.name} />
    </button>
  )
  return (
    <Menu trigger={trigger}>
      <div className="px-2 pt-1.5 pb-2 text-sm">
        <p className="truncate font-medium">{user.name}</p>
        <p className="truncate text-xs text-subtle">{user.email}</p>
      </div>
      <MenuSeparator />
      {scope === 'instance' && (
        <MenuItem icon="layout-dashboard" onSelect={() => navigate('~/admin')}>
          {t('shell.user.backToWorkspace')}
        </MenuItem>
      )}
      {scope === 'tenant' && user.isInstanceAdmin && (
        <MenuItem icon="server" onSelect={() => navigate('~/instance')}>
          {t('shell.user.instance')}
        </MenuItem>
      )}
      <MenuItem icon="log-out" onSelect={signOut}>
        {t('shell.user.signOut')}
      </MenuItem>
    </Menu>
  )
}
