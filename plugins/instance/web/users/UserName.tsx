import { Avatar, Badge, useTranslation } from '@host/plugin-sdk'
import type { InstanceUser } from '../../shared.ts'

/** The name of an account with its special states. */
export function UserName({ user }: { readonly user: InstanceUser }) {
  const { t } = useTranslation()
  const { id, name, email, isInstanceAdmin, isDisabled, isEmailVerified } = user
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={name} of={id} />
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          <span className="truncate">{name}</span>
          {isInstanceAdmin && <Badge tone="accent">{t('instance.users.admin')}</Badge>}
          {isDisabled && <Badge tone="danger">{t('instance.users.disabled')}</Badge>}
          {!isEmailVerified && <Badge tone="warning">{t('instance.users.unverified')}</Badge>}
        </span>
        <span className="block truncate text-xs text-subtle">{email}</span>
      </span>
    </span>
  )
}
