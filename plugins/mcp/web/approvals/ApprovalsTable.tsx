import {
  Badge,
  DataTable,
  EmptyState,
  RelativeTime,
  SidePanel,
  useFormat,
  useListQuery,
  useTable,
  useTranslation,
  type DataColumn,
} from '@host/plugin-sdk'
import { listApprovals, type Approval } from '../../shared/approvals.ts'
import { ApprovalPanel } from './ApprovalPanel.tsx'
import { ApprovalState } from './ApprovalState.tsx'
import { visibleText } from './visible-text.ts'

/** The approvals of one kind, the newest first. */
export function ApprovalsTable({ state }: { readonly state: 'waiting' | 'decided' }) {
  const { t } = useTranslation()
  const columns = useColumns()
  const table = useTable({ columns })
  const list = useListQuery(listApprovals, { state }, { errors: 'list' })
  return (
    <DataTable
      label={t(`mcp.approvals.${state}`)}
      columns={columns}
      table={table}
      list={list}
      rowLabel={({ title }) => title}
      empty={
        <EmptyState icon="list-checks" title={t(`mcp.approvals.none.${state}`)}>
          {t('mcp.approvals.noneHint')}
        </EmptyState>
      }
      panel={({ id, ways }) => (
        <SidePanel label={t('mcp.approvals.one')} {...ways}>
          <ApprovalPanel key={id} id={id} />
        </SidePanel>
      )}
    />
  )
}

function useColumns(): readonly DataColumn<Approval>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'tool',
      header: t('mcp.approvals.what'),
      cell: ({ title, tool, isDestructive }) => (
        <span className="block min-w-0">
          <span className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
            {title}
            {isDestructive && <Badge tone="danger">{t('mcp.hint.destroys')}</Badge>}
          </span>
          <code className="font-mono text-xs wrap-anywhere text-muted">{visibleText(tool)}</code>
        </span>
      ),
      skeleton: 'w-40',
    },
    {
      key: 'askedBy',
      header: t('mcp.approvals.askedBy'),
      from: 'md',
      cell: ({ askedBy, token }) => (
        <span className="block min-w-0">
          <span className="block">{askedBy.name ?? t('mcp.approvals.gone')}</span>
          <span className="block text-xs wrap-anywhere text-muted">{visibleText(token.name)}</span>
        </span>
      ),
    },
    {
      key: 'state',
      header: t('mcp.approvals.state'),
      from: 'sm',
      cell: ({ state }) => <ApprovalState state={state} />,
      skeleton: 'w-20',
    },
    {
      key: 'requestedAt',
      header: t('mcp.approvals.at'),
      align: 'end',
      value: ({ requestedAt }) => format.dateTime(requestedAt),
      cell: ({ requestedAt }) => <RelativeTime value={requestedAt} skipFocus />,
    },
  ]
}
