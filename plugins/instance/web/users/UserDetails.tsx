import { KeyValue, useFormat, useTranslation } from '@host/plugin-sdk'
import type { InstanceUser } from '../../shared.ts'
import { UserActs } from './UserActs.tsx'
import { UserName } from './UserName.tsx'

/** Facts about an account, and its actions. */
export function UserDetails({ user }: { readonly user: InstanceUser }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { id, email, isEmailVerified, hasSecondFactor, createdAt, lastSeenAt } = user
  return (
    <div className="flex flex-col gap-6">
      <UserName user={user} />
      <KeyValue
        items={[
          { label: t('instance.users.email'), value: email },
          {
            label: t('instance.users.verified'),
            value: t(isEmailVerified ? 'instance.users.yes' : 'instance.users.no'),
          },
          {
            label: t('instance.users.factor'),
            value: t(hasSecondFactor ? 'instance.users.factorOn' : 'instance.users.factorOff'),
          },
          {
            label: t('instance.users.lastSeen'),
            value: lastSeenAt === null ? t('instance.users.neverSeen') : format.dateTime(lastSeenAt),
          },
          { label: t('instance.created'), value: format.dateTime(createdAt) },
          { label: t('instance.users.id'), value: <code className="font-mono text-xs wrap-anywhere">{id}</code> },
        ]}
      />
      <UserActs user={user} />
    </div>
  )
}
