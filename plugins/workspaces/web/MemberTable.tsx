import {
  CopyAsCurl,
  DataTable,
  EmptyState,
  ExportCsv,
  FilterBar,
  roles,
  SavedViews,
  SidePanel,
  useListQuery,
  useSelection,
  tableInput,
  useTable,
  useTranslation,
  ViewOptions,
} from '@host/plugin-sdk'
import { listMembers, type Member } from '../shared.ts'
import { InvitationList } from './InvitationList.tsx'
import { MemberBulk } from './MemberBulk.tsx'
import { MemberDetails } from './MemberDetails.tsx'
import { MemberHistory } from './MemberHistory.tsx'
import { useMemberColumns } from './useMemberColumns.tsx'

export interface MemberTableProps {
  readonly mayManage: boolean
  readonly onRemove: (member: Member) => void
}

/** The members; who may manage them chooses several, changes roles and removes people. */
export function MemberTable({ mayManage, onRemove }: MemberTableProps) {
  const { t } = useTranslation()
  const columns = useMemberColumns({ mayManage, onRemove })
  const options = roles.map((value) => ({ value, label: t(`workspaces.role.${value}`) }))
  const table = useTable({
    columns,
    filters: { role: { kind: 'choice', label: t('workspaces.members.role'), options } },
    defaultSort: { column: 'joined', descending: false },
  })
  const input = { ...tableInput(listMembers, table), total: true }
  const members = useListQuery(listMembers, input, { errors: 'list' })
  const selection = useSelection(table)
  return (
    <>
      <FilterBar
        table={table}
        search={t('workspaces.members.search')}
        tools={
          <>
            <CopyAsCurl endpoint={listMembers} input={input} />
            <ExportCsv table={table} columns={columns} rows={members.items} name="members" />
            <ViewOptions table={table} columns={columns} />
          </>
        }
      >
        <SavedViews table={table} />
      </FilterBar>
      <DataTable
        label={t('workspaces.members.title')}
        columns={columns}
        table={table}
        list={members}
        rowKey={({ userId }) => userId}
        rowLabel={({ name }) => name}
        selection={mayManage ? selection : undefined}
        empty={<EmptyState title={t('workspaces.members.none')} />}
        panel={({ row, ways }) => (
          <SidePanel label={t('workspaces.members.details')} {...ways}>
            <MemberDetails member={row} mayManage={mayManage} onRemove={onRemove} />
            {mayManage && row !== undefined && <MemberHistory userId={row.userId} name={row.name} />}
          </SidePanel>
        )}
      />
      {mayManage && <MemberBulk selection={selection} members={members} input={input} />}
      {/* Below the rows, and after them, so that nothing moves when it comes. */}
      {mayManage && members.items !== undefined && <InvitationList />}
    </>
  )
}
