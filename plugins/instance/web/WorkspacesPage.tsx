import {
  Avatar,
  EmptyState,
  PageHeader,
  RelativeTime,
  Table,
  useFormat,
  useListQuery,
  useTranslation,
  type Format,
  type TableColumn,
  type Translate,
} from '@host/plugin-sdk'
import { listAllWorkspaces, type InstanceWorkspace } from '../shared.ts'
import { ListPanel } from './ListPanel.tsx'

/** Every workspace of the instance. */
export default function WorkspacesPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const workspaces = useListQuery(listAllWorkspaces)
  const title = t('instance.workspaces.title')
  return (
    <>
      <PageHeader title={title} description={t('instance.workspaces.description')} />
      <ListPanel list={workspaces} empty={<EmptyState icon="building" title={t('instance.workspaces.none')} />}>
        {(rows) => <Table label={title} columns={workspaceColumns(t, format)} rows={rows} rowKey={({ id }) => id} />}
      </ListPanel>
    </>
  )
}

function workspaceColumns(t: Translate, format: Format): readonly TableColumn<InstanceWorkspace>[] {
  return [
    { key: 'name', header: t('instance.workspaces.name'), cell: (workspace) => <Name workspace={workspace} /> },
    {
      key: 'members',
      header: t('instance.workspaces.members'),
      align: 'end',
      cell: ({ members }) => format.number(members),
    },
    {
      key: 'created',
      header: t('instance.created'),
      align: 'end',
      from: 'sm',
      cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
    },
  ]
}

function Name({ workspace: { name, slug } }: { readonly workspace: InstanceWorkspace }) {
  return (
    <span className="flex items-center gap-3">
      <Avatar name={name} shape="square" />
      <span className="min-w-0">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-xs text-subtle">{slug}</span>
      </span>
    </span>
  )
}
