import {
  Button,
  ButtonLink,
  EmptyState,
  ExportCsv,
  HelpLink,
  ListView,
  PageHeader,
  tableInput,
  useAddressDialog,
  useListQuery,
  usePermission,
  useSelection,
  useTable,
  useTranslation,
  type AskAhead,
} from '@host/plugin-sdk'
import {
  addSuppression,
  exportSuppressions,
  listProviders,
  listSuppressions,
  releaseSuppressions,
  suppressionReasons,
} from '../../shared.ts'
import { AddSuppression } from './AddSuppression.tsx'
import { ImportSuppressions } from './ImportSuppressions.tsx'
import { ReleaseBar } from './ReleaseBar.tsx'
import { useSuppressionColumns } from './useSuppressionColumns.tsx'

/** Addresses that the workspace sends nothing to. */
export default function SuppressionsPage() {
  const { t } = useTranslation()
  const { table, columns, input } = useSuppressionTable()
  const suppressions = useListQuery(listSuppressions, input, { errors: 'list' })
  const selection = useSelection(table)
  const mayRelease = usePermission(releaseSuppressions)
  const adding = useAddressDialog('add', {
    id: 'mail.suppressions.add',
    label: t('mail.suppressions.add'),
    icon: 'plus',
    keys: 'c',
  })
  return (
    <>
      <PageHeader
        title={t('mail.suppressions.title')}
        description={t('mail.suppressions.description')}
        actions={<Actions onAdd={adding.open} />}
      />
      <ListView
        endpoint={listSuppressions}
        input={input}
        search={t('mail.suppressions.search')}
        tools={
          mayRelease && (
            <ExportCsv
              table={table}
              columns={columns}
              rows={suppressions.items}
              name="suppressions"
              calls={exportSuppressions}
              path={exportPath(input)}
            />
          )
        }
        label={t('mail.suppressions.title')}
        columns={columns}
        table={table}
        list={suppressions}
        rowKey={({ id }) => id}
        rowLabel={({ address }) => address}
        {...(mayRelease && { selection })}
        empty={<EmptyState title={t('mail.suppressions.none')}>{t('mail.suppressions.noneHelp')}</EmptyState>}
      />
      {mayRelease && <ReleaseBar selection={selection} suppressions={suppressions} input={input} />}
      {adding.isOpen && <AddSuppression onClose={adding.close} />}
    </>
  )
}

SuppressionsPage.askAhead = ({ list }: AskAhead) => list(listSuppressions, {})

function Actions({ onAdd }: { readonly onAdd: () => void }) {
  const { t } = useTranslation()
  const isAdmin = usePermission(listProviders)
  return (
    <>
      <HelpLink slug="suppressions" />
      {isAdmin && <ButtonLink to="/mail/suppressions/services">{t('mail.providers.title')}</ButtonLink>}
      {isAdmin && <ImportSuppressions />}
      <Button calls={addSuppression} variant="primary" icon="plus" onClick={onAdd}>
        {t('mail.suppressions.add')}
      </Button>
    </>
  )
}

function useSuppressionTable() {
  const { t } = useTranslation()
  const columns = useSuppressionColumns()
  const table = useTable({
    columns,
    filters: {
      reason: {
        kind: 'choice',
        label: t('mail.suppressions.reasonTitle'),
        options: suppressionReasons.map((reason) => ({
          value: reason,
          label: t(`mail.suppressions.reason.${reason}`),
        })),
      },
    },
  })
  return { table, columns, input: tableInput(listSuppressions, table) }
}

/** The address of the file of the suppressions that the list finds. */
function exportPath(input: object): string {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)])).toString()
  const path = exportSuppressions.pattern.replace('GET ', '')
  return query === '' ? path : `${path}?${query}`
}
