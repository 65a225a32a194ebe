import { MenuItem, RelativeTime, RowMenu, useFormat, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { Member } from '../shared.ts'
import { MemberName } from './MemberName.tsx'
import { RoleSelect } from './RoleSelect.tsx'

export interface MemberColumnsOptions {
  readonly mayManage: boolean
  readonly onRemove: (member: Member) => void
}

/** The columns of the members; who may manage them changes roles and removes people in place. */
export function useMemberColumns({ mayManage, onRemove }: MemberColumnsOptions): readonly DataColumn<Member>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const columns: readonly DataColumn<Member>[] = [
    {
      key: 'name',
      header: t('workspaces.members.person'),
      isSortable: true,
      value: ({ name }) => name,
      cell: (member) => <MemberName member={member} />,
      skeleton: 'w-40',
    },
    {
      key: 'email',
      header: t('workspaces.members.emailAddress'),
      isSortable: true,
      isHidden: true,
      value: ({ email }) => email,
      cell: ({ email }) => <span className="text-muted">{email}</span>,
    },
    {
      key: 'role',
      header: t('workspaces.members.role'),
      value: ({ role }) => t(`workspaces.role.${role}`),
      cell: (member) => (mayManage ? <RoleSelect member={member} /> : t(`workspaces.role.${member.role}`)),
    },
    {
      key: 'joined',
      header: t('workspaces.members.joined'),
      from: 'md',
      isSortable: true,
      value: ({ joinedAt }) => format.dateTime(joinedAt),
      cell: ({ joinedAt }) => <RelativeTime value={joinedAt} />,
    },
  ]
  const remove: DataColumn<Member> = {
    key: 'remove',
    header: t('workspaces.members.actions'),
    hideHeader: true,
    isFixed: true,
    align: 'end',
    cell: (member) => (
      <RowMenu name={member.name}>
        <MenuItem icon="trash" danger onSelect={() => onRemove(member)}>
          {t('workspaces.members.remove')}
        </MenuItem>
      </RowMenu>
    ),
  }
  return mayManage ? [...columns, remove] : columns
}
