import {
  Avatar,
  Badge,
  DataTable,
  EmptyState,
  ExportCsv,
  FilterBar,
  HelpLink,
  KeyValue,
  PageHeader,
  RelativeTime,
  SidePanel,
  useFormat,
  tableInput,
  useListQuery,
  useTable,
  useTranslation,
  ViewOptions,
  type DataColumn,
  type Format,
  type Translate,
} from '@host/plugin-sdk'
import { WorkspaceSupport } from './WorkspaceSupport.tsx'
import { WorkspaceSuspension } from './WorkspaceSuspension.tsx'
import { WorkspaceStorage } from './WorkspaceStorage.tsx'
import { listAllWorkspaces, type InstanceWorkspace } from '../shared.ts'

/** Every workspace of the instance. */
export default function WorkspacesPage() {
  const { t } = useTranslation()
  const columns = workspaceColumns(t, useFormat())
  const table = useTable({ columns, defaultSort: { column: 'created', descending: true } })
  const workspaces = useListQuery(listAllWorkspaces, tableInput(listAllWorkspaces, table), { errors: 'list' })
  const title = t('instance.workspaces.title')
  return (
    <>
      <PageHeader
        title={title}
        description={t('instance.workspaces.description')}
        actions={<HelpLink slug="instance-workspaces" />}
      />
      <FilterBar
        table={table}
        search={t('instance.workspaces.search')}
        tools={
          <>
            <ExportCsv table={table} columns={columns} rows={workspaces.items} name="workspaces" />
            <ViewOptions table={table} columns={columns} />
          </>
        }
      />
      <DataTable
        label={title}
        columns={columns}
        table={table}
        list={workspaces}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        empty={<EmptyState title={t('instance.workspaces.none')} />}
        panel={({ row, ways }) => (
          <SidePanel label={t('instance.workspaces.details')} {...ways}>
            <WorkspaceDetails workspace={row} />
          </SidePanel>
        )}
      />
    </>
  )
}

function workspaceColumns(t: Translate, format: Format): readonly DataColumn<InstanceWorkspace>[] {
  return [
    {
      key: 'name',
      header: t('instance.workspaces.name'),
      isSortable: true,
      value: ({ name }) => name,
      cell: (workspace) => <Name workspace={workspace} />,
      skeleton: 'w-40',
    },
    {
      key: 'slug',
      header: t('instance.workspaces.slug'),
      isHidden: true,
      value: ({ slug }) => slug,
      cell: ({ slug }) => <span className="text-muted">{slug}</span>,
    },
    {
      key: 'members',
      header: t('instance.workspaces.members'),
      align: 'end',
      value: ({ members }) => members,
      cell: ({ members }) => format.number(members),
    },
    {
      key: 'storage',
      header: t('instance.workspaces.storage'),
      align: 'end',
      from: 'sm',
      value: ({ storage }) => storage?.bytes ?? '',
      cell: ({ storage }) => (storage === null ? null : format.bytes(storage.bytes)),
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

function Name({ workspace: { id, name, slug, suspension } }: { readonly workspace: InstanceWorkspace }) {
  const { t } = useTranslation()
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={name} of={id} shape="square" />
      <span className="min-w-0">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-xs text-subtle">{slug}</span>
      </span>
      {suspension !== undefined && <Badge tone="warning">{t('instance.workspaces.suspended')}</Badge>}
    </span>
  )
}

function WorkspaceDetails({ workspace }: { readonly workspace: InstanceWorkspace | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (workspace === undefined) return <EmptyState kind="noMatch" />
  const { id, slug, members, createdAt, storage } = workspace
  return (
    <div className="flex flex-col gap-6">
      <Name workspace={workspace} />
      <KeyValue
        items={[
          { label: t('instance.workspaces.slug'), value: slug },
          { label: t('instance.workspaces.members'), value: format.number(members) },
          { label: t('instance.workspaces.id'), value: <code className="font-mono text-xs wrap-anywhere">{id}</code> },
          { label: t('instance.created'), value: format.dateTime(createdAt) },
        ]}
      />
      <WorkspaceSuspension workspace={workspace} />
      <WorkspaceSupport key={id} workspace={workspace} />
      <WorkspaceStorage storage={storage} />
    </div>
  )
}
