import { useState } from 'react'
import {
  Avatar,
  Badge,
  Button,
  DataTable,
  EmptyState,
  ExportCsv,
  FilterBar,
  KeyValue,
  PageHeader,
  RelativeTime,
  SidePanel,
  useCommand,
  useFormat,
  useListQuery,
  useTable,
  useTranslation,
  ViewOptions,
  type DataColumn,
  type Format,
  type Translate,
} from '@host/plugin-sdk'
import { listUsers, type InstanceUser } from '../shared.ts'
import { CreateUser } from './CreateUser.tsx'

/** Every account of the instance. */
export default function UsersPage() {
  const { t } = useTranslation()
  const columns = userColumns(t, useFormat())
  const table = useTable({ columns, defaultSort: { column: 'created', descending: true } })
  const users = useListQuery(listUsers, {
    ...(table.search !== '' && { q: table.search }),
    ...(table.sortText !== undefined && { sort: table.sortText as 'created' }),
  })
  const [isCreating, setCreating] = useState(false)
  useCommand({
    id: 'instance.users.create',
    label: t('instance.users.create'),
    icon: 'user-plus',
    keys: 'c',
    run: () => setCreating(true),
  })
  const create = (
    <Button variant="primary" icon="user-plus" onClick={() => setCreating(true)}>
      {t('instance.users.create')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('instance.users.title')} description={t('instance.users.description')} actions={create} />
      <FilterBar table={table} search={t('instance.users.search')}>
        <ExportCsv table={table} columns={columns} rows={users.items} name="users" />
        <ViewOptions table={table} columns={columns} />
      </FilterBar>
      <DataTable
        label={t('instance.users.title')}
        columns={columns}
        table={table}
        list={users}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        empty={<EmptyState title={t('instance.users.none')} action={create} />}
        panel={({ row, ways }) => (
          <SidePanel label={t('instance.users.details')} {...ways}>
            <UserDetails user={row} />
          </SidePanel>
        )}
      />
      {isCreating && <CreateUser onClose={() => setCreating(false)} />}
    </>
  )
}

function userColumns(t: Translate, format: Format): readonly DataColumn<InstanceUser>[] {
  return [
    {
      key: 'name',
      header: t('instance.users.person'),
      isSortable: true,
      value: ({ name }) => name,
      cell: (user) => <Person user={user} />,
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

function Person({ user }: { readonly user: InstanceUser }) {
  const { t } = useTranslation()
  return (
    <span className="flex min-w-0 items-center gap-3">
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

function UserDetails({ user }: { readonly user: InstanceUser | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (user === undefined) return <EmptyState kind="noMatch" />
  return (
    <div className="flex flex-col gap-6">
      <Person user={user} />
      <KeyValue
        items={[
          { label: t('instance.users.email'), value: user.email },
          { label: t('instance.users.id'), value: <code className="font-mono text-xs wrap-anywhere">{user.id}</code> },
          { label: t('instance.created'), value: format.dateTime(user.createdAt) },
        ]}
      />
    </div>
  )
}
