import {
  Avatar,
  Badge,
  IconButton,
  RelativeTime,
  Table,
  useSession,
  useTranslation,
  type TableColumn,
  type Translate,
} from '@host/plugin-sdk'
import type { Member } from '../shared.ts'
import { RoleSelect } from './RoleSelect.tsx'

export interface MemberTableProps {
  readonly members: readonly Member[]
  readonly mayManage: boolean
  readonly onRemove: (member: Member) => void
}

/** The members; who may manage them can change roles and remove people in place. */
export function MemberTable(props: MemberTableProps) {
  const { t } = useTranslation()
  return (
    <Table
      label={t('workspaces.members.title')}
      columns={memberColumns(props, t)}
      rows={props.members}
      rowKey={({ userId }) => userId}
    />
  )
}

function memberColumns({ mayManage, onRemove }: MemberTableProps, t: Translate): readonly TableColumn<Member>[] {
  const columns: readonly TableColumn<Member>[] = [
    { key: 'person', header: t('workspaces.members.person'), cell: (member) => <Person member={member} /> },
    {
      key: 'role',
      header: t('workspaces.members.role'),
      cell: (member) => (mayManage ? <RoleSelect member={member} /> : t(`workspaces.role.${member.role}`)),
    },
    {
      key: 'joined',
      header: t('workspaces.members.joined'),
      from: 'md',
      cell: ({ joinedAt }) => <RelativeTime value={joinedAt} />,
    },
  ]
  return mayManage ? [...columns, removeColumn(onRemove, t)] : columns
}

function removeColumn(onRemove: MemberTableProps['onRemove'], t: Translate): TableColumn<Member> {
  return {
    key: 'remove',
    header: t('workspaces.members.actions'),
    hideHeader: true,
    align: 'end',
    cell: (member) => (
      <IconButton
        icon="trash"
        size="compact"
        label={t('workspaces.members.removePerson', { name: member.name })}
        onClick={() => onRemove(member)}
      />
    ),
  }
}

function Person({ member }: { readonly member: Member }) {
  const { t } = useTranslation()
  const { user } = useSession()
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="hidden sm:block">
        <Avatar name={member.name} />
      </span>
      <span className="min-w-0">
        <span className="flex items-center gap-2 font-medium">
          <span className="truncate">{member.name}</span>
          {member.userId === user.id && <Badge>{t('workspaces.members.you')}</Badge>}
        </span>
        <span className="block max-w-40 truncate text-xs text-subtle sm:max-w-none">{member.email}</span>
      </span>
    </span>
  )
}
