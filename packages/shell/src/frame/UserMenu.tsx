import { Avatar, useSession, useTranslation } from '@host/plugin-sdk'
import type { ShellScope } from '@host/plugin-sdk/shell'
import { LateMenu } from './LateMenu.tsx'

const loadEntries = {
  tenant: () => import('./UserMenuEntries.tsx').then(({ TenantUserMenu }) => ({ default: TenantUserMenu })),
  instance: () => import('./UserMenuEntries.tsx').then(({ InstanceUserMenu }) => ({ default: InstanceUserMenu })),
}

/** The signed-in user, with the account menu. */
export function UserMenu({ scope }: { readonly scope: ShellScope }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const trigger = (
    <button
      type="button"
      aria-label={t('shell.user.open', { name: user.name })}
      className="rounded-full transition-opacity hover:opacity-85"
    >
      <Avatar name={user.name} of={user.id} />
    </button>
  )
  return <LateMenu trigger={trigger} load={loadEntries[scope]} />
}
