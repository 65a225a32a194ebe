import { Avatar, EmptyState, PageHeader, RelativeTime, Table, useFormat, useListQuery, useTranslation, type TableColumn } from '@host/plugin-sdk'
import { listAllWorkspaces, type InstanceWorkspace } from '../shared.ts'
import { ListPanel } from './ListPanel.tsx'

/** Every workspace of the instance. */
export default function WorkspacesPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const workspaces = useListQuery(listAllWorkspaces)
  const columns: TableColumn<InstanceWorkspace>[] = [
    {
      key: 'name',
      header: t('instance.workspaces.name'),
      cell: ({ name, slug }) => (
        <span className="flex items-center gap-3">
          <Avatar name={name} shape="square" />
          <span className="min-w-0">
            <span className="block truncate font-medium">{name}</span>
            <span className="block truncate text-xs text-subtle">{slug}</span>
          </span>
        </span>
      ),
    },
    { key: 'members', header: t('instance.workspaces.members'), align: 'end', cell: ({ members }) => format.number(members) },
    {
      key: 'created',
      header: t('instance.created'),
      align: 'end',
      from: 'sm',
      cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
    },
  ]
  return (
    <>
      <PageHeader title={t('instance.workspaces.title')} description={t('instance.workspaces.description')} />
      <ListPanel list={workspaces} empty={<EmptyState icon="building" title={t('instance.workspaces.none')} />}>
        {(rows) => <Table label={t('instance.workspaces.title')} columns={columns} rows={rows} rowKey={({ id }) => id} />}
      </ListPanel>
    </>
  )
}
