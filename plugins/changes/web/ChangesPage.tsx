import {
  EmptyState,
  HelpLink,
  ListView,
  PageHeader,
  tableInput,
  useListQuery,
  useTable,
  useTranslation,
  type AskAhead,
} from '@host/plugin-sdk'
import { changesetStates, listChangesets } from '../shared.ts'
import { useChangeColumns } from './useChangeColumns.tsx'

/** Changesets of the workspace, the newest first. */
export default function ChangesPage() {
  const { t } = useTranslation()
  const { table, columns, input } = useChangesTable()
  const changesets = useListQuery(listChangesets, input, { errors: 'list' })
  return (
    <>
      <PageHeader
        title={t('changes.title')}
        description={t('changes.description')}
        actions={<HelpLink slug="changes" />}
      />
      <ListView
        endpoint={listChangesets}
        input={input}
        search={t('changes.search')}
        label={t('changes.title')}
        columns={columns}
        table={table}
        list={changesets}
        rowKey={({ id }) => id}
        rowLabel={({ title }) => title}
        empty={<EmptyState title={t('changes.none')}>{t('changes.noneHelp')}</EmptyState>}
      />
    </>
  )
}

ChangesPage.askAhead = ({ list }: AskAhead) => list(listChangesets, {})

function useChangesTable() {
  const { t } = useTranslation()
  const columns = useChangeColumns()
  const options = changesetStates.map((value) => ({ value, label: t(`sdk.changeset.state.${value}`) }))
  const table = useTable({ columns, filters: { state: { kind: 'choice', label: t('changes.state'), options } } })
  return { table, columns, input: tableInput(listChangesets, table) }
}
