import { RelativeTime, useFormat, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { InstanceUser } from '../../shared.ts'
import { UserName } from './UserName.tsx'

/** The columns of the accounts. */
export function useUserColumns(): readonly DataColumn<InstanceUser>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'name',
      header: t('instance.users.person'),
      isSortable: true,
      value: ({ name }) => name,
      cell: (user) => <UserName user={user} />,
      skeleton: 'w-40',
    },
    {
      key: 'email',
      header: t('instance.users.email'),
      isSortable: true,
      isHidden: true,
      value: ({ email }) => email,
      cell: ({ email }) => <span className="text-muted">{email}</span>,
    },
    {
      key: 'factor',
      header: t('instance.users.factor'),
      from: 'md',
      value: ({ hasSecondFactor }) => t(hasSecondFactor ? 'instance.users.factorOn' : 'instance.users.factorOff'),
      cell: ({ hasSecondFactor }) => (
        <span className={hasSecondFactor ? undefined : 'text-muted'}>
          {t(hasSecondFactor ? 'instance.users.factorOn' : 'instance.users.factorOff')}
        </span>
      ),
    },
    {
      key: 'seen',
      header: t('instance.users.lastSeen'),
      align: 'end',
      from: 'md',
      value: ({ lastSeenAt }) => (lastSeenAt === null ? '' : format.dateTime(lastSeenAt)),
      cell: ({ lastSeenAt }) =>
        lastSeenAt === null ? (
          <span className="text-muted">{t('instance.users.neverSeen')}</span>
        ) : (
          <RelativeTime value={lastSeenAt} />
        ),
    },
    {
      key: 'created',
      header: t('instance.created'),
      align: 'end',
      from: 'sm',
      isSortable: true,
      value: ({ createdAt }) => format.dateTime(createdAt),
      cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
    },
  ]
}
