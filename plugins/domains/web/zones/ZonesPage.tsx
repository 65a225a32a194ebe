import {
  Button,
  EmptyState,
  HelpLink,
  ListView,
  PageHeader,
  tableInput,
  useAddressDialog,
  useListQuery,
  usePermission,
  useTable,
  useTranslation,
  type AskAhead,
} from '@host/plugin-sdk'
import { addZone, listZones } from '../../shared.ts'
import { AddZone } from './AddZone.tsx'
import { useZoneColumns } from './useZoneColumns.tsx'

/** The DNS zones of the workspace. */
export default function ZonesPage() {
  const { t } = useTranslation()
  const columns = useZoneColumns()
  const table = useTable({ columns })
  const input = tableInput(listZones, table)
  const zones = useListQuery(listZones, input, { errors: 'list' })
  const mayAdd = usePermission(addZone)
  const adding = useAddressDialog('add', {
    id: 'domains.zones.add',
    label: t('domains.zones.add'),
    icon: 'plus',
    keys: 'c',
    enabled: mayAdd,
  })
  return (
    <>
      <PageHeader
        title={t('domains.zones.title')}
        description={t('domains.zones.description')}
        actions={
          <>
            <HelpLink slug="dns-zones" />
            {mayAdd && (
              <Button variant="primary" icon="plus" onClick={adding.open}>
                {t('domains.zones.add')}
              </Button>
            )}
          </>
        }
      />
      <ListView
        endpoint={listZones}
        input={input}
        search={t('domains.zones.search')}
        label={t('domains.zones.title')}
        columns={columns}
        table={table}
        list={zones}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        empty={
          <EmptyState title={t('domains.zones.none')}>
            {t(mayAdd ? 'domains.zones.noneHelp' : 'domains.zones.noneMember')}
          </EmptyState>
        }
      />
      {adding.value !== null && <AddZone accountId={adding.value} onClose={adding.close} />}
    </>
  )
}

ZonesPage.askAhead = ({ list }: AskAhead) => list(listZones, {})
