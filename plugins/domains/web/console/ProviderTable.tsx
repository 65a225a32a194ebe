import { Table, useFormat, useTranslation, type TableColumn } from '@host/plugin-sdk'
import type { InstanceProvider } from '../../shared.ts'
import { useProviderColumns } from '../accounts/ProvidersPanel.tsx'

/** The providers of this build beside each other. */
export function ProviderTable({ providers }: { readonly providers: readonly InstanceProvider[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const columns: readonly TableColumn<InstanceProvider>[] = [
    ...useProviderColumns(),
    { key: 'plugin', header: t('domains.console.plugin'), from: 'lg', cell: ({ plugin }) => plugin },
    {
      key: 'conformance',
      header: t('domains.console.conformance'),
      from: 'md',
      cell: ({ conformance }) => (
        <span className="text-muted">
          {conformance === null
            ? t('domains.console.notShown')
            : t('domains.console.rules', { count: conformance.passed })}
        </span>
      ),
    },
    {
      key: 'accounts',
      header: t('domains.console.accounts'),
      align: 'end',
      from: 'sm',
      cell: ({ accounts }) => format.number(accounts),
    },
  ]
  return <Table label={t('domains.providers.title')} columns={columns} rows={providers} rowKey={({ name }) => name} />
}
