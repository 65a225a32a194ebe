import {
  Button,
  CopyAsCurl,
  DataTable,
  EmptyState,
  FilterBar,
  HelpLink,
  PageHeader,
  tableInput,
  useCommand,
  useListQuery,
  usePermission,
  useSearch,
  useTable,
  useTranslation,
  ViewOptions,
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
  const zones = useListQuery(listZones, input)
  const { mayAdd, adding, add, close } = useAdding()
  return (
    <>
      <PageHeader
        title={t('domains.zones.title')}
        description={t('domains.zones.description')}
        actions={
          <>
            <HelpLink slug="dns-zones" />
            {mayAdd && (
              <Button variant="primary" icon="plus" onClick={add}>
                {t('domains.zones.add')}
              </Button>
            )}
          </>
        }
      />
      <FilterBar table={table} search={t('domains.zones.search')}>
        <CopyAsCurl endpoint={listZones} input={input} />
        <ViewOptions table={table} columns={columns} />
      </FilterBar>
      <DataTable
        label={t('domains.zones.title')}
        columns={columns}
        table={table}
        list={zones}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        empty={
          <EmptyState title={t('domains.zones.none')} help="dns-zones">
            {t(mayAdd ? 'domains.zones.noneHelp' : 'domains.zones.noneMember')}
          </EmptyState>
        }
      />
      {adding !== null && <AddZone accountId={adding} onClose={close} />}
    </>
  )
}

ZonesPage.askAhead = ({ list }: AskAhead) => list(listZones, {})

/** The dialog, which the address opens too, for an account where it names one. */
function useAdding() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearch()
  const mayAdd = usePermission(addZone)
  const add = () => setSearch({ add: '1' }, { replace: true })
  useCommand({
    id: 'domains.zones.add',
    label: t('domains.zones.add'),
    icon: 'plus',
    keys: 'c',
    enabled: mayAdd,
    run: add,
  })
  const close = () => setSearch({ add: undefined }, { replace: true })
  return { mayAdd, adding: mayAdd ? search.get('add') : null, add, close }
}
