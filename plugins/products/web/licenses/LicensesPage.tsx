import {
  Button,
  EmptyState,
  HelpLink,
  ListView,
  PageHeader,
  RelativeTime,
  SidePanel,
  tableInput,
  useAddressDialog,
  useListQuery,
  usePermission,
  useTable,
  useTranslation,
  type AskAhead,
  type DataColumn,
} from '@host/plugin-sdk'
import { createLicenses, licenseStatuses, listLicenses, type License } from '../../shared.ts'
import { CreateLicenses } from './CreateLicenses.tsx'
import { LicensePanel } from './LicensePanel.tsx'
import { LicenseState } from './LicenseState.tsx'

/** The licenses of the workspace, the newest first. */
export default function LicensesPage() {
  const { t } = useTranslation()
  const columns = useLicenseColumns()
  const options = licenseStatuses.map((value) => ({ value, label: t(`products.licenses.state.${value}`) }))
  const table = useTable({
    columns,
    filters: { status: { kind: 'choice', label: t('products.status.title'), options } },
  })
  const input = tableInput(listLicenses, table)
  const licenses = useListQuery(listLicenses, input, { errors: 'list' })
  const canCreate = usePermission(createLicenses)
  const creating = useAddressDialog('create', {
    id: 'products.createLicense',
    label: t('products.licenses.create'),
    icon: 'plus',
    keys: 'c',
    enabled: canCreate,
  })
  return (
    <>
      <PageHeader
        title={t('products.licenses.title')}
        description={t('products.licenses.description')}
        actions={
          <>
            <HelpLink slug="licenses" />
            {canCreate && (
              <Button variant="primary" icon="plus" onClick={creating.open}>
                {t('products.licenses.create')}
              </Button>
            )}
          </>
        }
      />
      <ListView
        endpoint={listLicenses}
        input={input}
        search={t('products.licenses.search')}
        label={t('products.licenses.title')}
        columns={columns}
        table={table}
        list={licenses}
        rowKey={({ id }) => id}
        rowLabel={({ email, id }) => email || id}
        empty={<EmptyState title={t('products.licenses.none')}>{t('products.licenses.noneHelp')}</EmptyState>}
        panel={({ id, ways }) => (
          <SidePanel label={t('products.licenses.license')} {...ways}>
            <LicensePanel key={id} id={id} />
          </SidePanel>
        )}
      />
      {creating.isOpen && <CreateLicenses onClose={creating.close} />}
    </>
  )
}

LicensesPage.askAhead = ({ list }: AskAhead) => list(listLicenses, {})

function useLicenseColumns(): readonly DataColumn<License>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'email',
      header: t('products.orders.customer'),
      isSortable: true,
      cell: ({ email, name }) => (
        <span className="block max-w-44 sm:max-w-80">
          <span className="block truncate font-medium">{email || t('products.licenses.noCustomer')}</span>
          {name !== '' && <span className="block truncate text-xs text-subtle">{name}</span>}
        </span>
      ),
      skeleton: 'w-48',
    },
    {
      key: 'machines',
      header: t('products.licenses.machines'),
      align: 'end',
      from: 'md',
      cell: ({ machines, maxMachines }) => (maxMachines === null ? machines : `${machines} / ${maxMachines}`),
    },
    {
      key: 'createdAt',
      header: t('products.created'),
      align: 'end',
      from: 'md',
      isSortable: true,
      cell: ({ createdAt }) => <RelativeTime value={createdAt} skipFocus />,
    },
    {
      key: 'status',
      header: t('products.status.title'),
      align: 'end',
      cell: (license) => <LicenseState license={license} />,
      skeleton: 'w-16',
    },
  ]
}
