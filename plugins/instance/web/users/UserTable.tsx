import type { ReactNode } from 'react'
import {
  DataTable,
  EmptyState,
  ExportCsv,
  FilterBar,
  SidePanel,
  tableInput,
  useListQuery,
  useTable,
  useTranslation,
  ViewOptions,
} from '@host/plugin-sdk'
import { listUsers, userStates } from '../../shared.ts'
import { UserDetails } from './UserDetails.tsx'
import { useUserColumns } from './useUserColumns.tsx'

/** The accounts, narrowed and ordered by the server; a row opens its details. */
export function UserTable({ create }: { readonly create: ReactNode }) {
  const { t } = useTranslation()
  const columns = useUserColumns()
  const options = userStates.map((value) => ({ value, label: t(`instance.users.state.${value}`) }))
  const table = useTable({
    columns,
    filters: { state: { kind: 'choice', label: t('instance.users.state.label'), options } },
    defaultSort: { column: 'created', descending: true },
  })
  const users = useListQuery(listUsers, tableInput(listUsers, table), { errors: 'list' })
  return (
    <>
      <FilterBar
        table={table}
        search={t('instance.users.search')}
        tools={
          <>
            <ExportCsv table={table} columns={columns} rows={users.items} name="users" />
            <ViewOptions table={table} columns={columns} />
          </>
        }
      />
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
            {row === undefined ? <EmptyState kind="noMatch" /> : <UserDetails user={row} />}
          </SidePanel>
        )}
      />
    </>
  )
}
