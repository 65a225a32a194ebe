import { useState } from 'react'
import {
  Avatar,
  Badge,
  Button,
  EmptyState,
  PageHeader,
  RelativeTime,
  Table,
  useListQuery,
  useTranslation,
  type TableColumn,
  type Translate,
} from '@host/plugin-sdk'
import { listUsers, type InstanceUser } from '../shared.ts'
import { CreateUser } from './CreateUser.tsx'
import { ListPanel } from './ListPanel.tsx'

/** Every account of the instance. */
export default function UsersPage() {
  const { t } = useTranslation()
  const users = useListQuery(listUsers)
  const [isCreating, setCreating] = useState(false)
  const create = (
    <Button variant="primary" icon="user-plus" onClick={() => setCreating(true)}>
      {t('instance.users.create')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('instance.users.title')} description={t('instance.users.description')} actions={create} />
      <ListPanel list={users} empty={<EmptyState icon="users" title={t('instance.users.none')} action={create} />}>
        {(rows) => (
          <Table label={t('instance.users.title')} columns={userColumns(t)} rows={rows} rowKey={({ id }) => id} />
        )}
      </ListPanel>
      {isCreating && <CreateUser onClose={() => setCreating(false)} />}
    </>
  )
}

function userColumns(t: Translate): readonly TableColumn<InstanceUser>[] {
  return [
    { key: 'person', header: t('instance.users.person'), cell: (user) => <Person user={user} /> },
    {
      key: 'created',
      header: t('instance.created'),
      align: 'end',
      from: 'sm',
      cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
    },
  ]
}

function Person({ user }: { readonly user: InstanceUser }) {
  const { t } = useTranslation()
  return (
    <span className="flex items-center gap-3">
      <Avatar name={user.name} />
      <span className="min-w-0">
        <span className="flex items-center gap-2 font-medium">
          <span className="truncate">{user.name}</span>
          {user.isInstanceAdmin && <Badge tone="accent">{t('instance.users.admin')}</Badge>}
        </span>
        <span className="block truncate text-xs text-subtle">{user.email}</span>
      </span>
    </span>
  )
}
