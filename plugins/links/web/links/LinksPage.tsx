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
  useQuery,
  useSearch,
  useTable,
  useTranslation,
  ViewOptions,
  type AskAhead,
} from '@host/plugin-sdk'
import { listHosts, listLinks } from '../../shared.ts'
import { CreateLink } from './CreateLink.tsx'
import { useLinkColumns } from './useLinkColumns.tsx'

/** Short links of the workspace, the newest first. */
export default function LinksPage() {
  const { t } = useTranslation()
  const { table, columns, input } = useLinkTable()
  const links = useListQuery(listLinks, input)
  const { isCreating, create, close } = useCreating()
  return (
    <>
      <PageHeader
        title={t('links.title')}
        description={t('links.description')}
        actions={
          <>
            <HelpLink slug="links" />
            <Button variant="primary" icon="plus" onClick={create}>
              {t('links.create')}
            </Button>
          </>
        }
      />
      <FilterBar table={table} search={t('links.search')}>
        <CopyAsCurl endpoint={listLinks} input={input} />
        <ViewOptions table={table} columns={columns} />
      </FilterBar>
      <DataTable
        label={t('links.title')}
        columns={columns}
        table={table}
        list={links}
        rowKey={({ id }) => id}
        rowLabel={({ host, slug }) => `${host}/${slug}`}
        empty={<EmptyState title={t('links.none')}>{t('links.noneHelp')}</EmptyState>}
      />
      {isCreating && <CreateLink onClose={close} />}
    </>
  )
}

LinksPage.askAhead = ({ list }: AskAhead) => list(listLinks, {})

function useLinkTable() {
  const { t } = useTranslation()
  const columns = useLinkColumns()
  const { data: hosts } = useQuery(listHosts)
  const options = (hosts?.items ?? []).map(({ host, asciiHost }) => ({ value: asciiHost, label: host }))
  const table = useTable({
    columns,
    filters: {
      host: { kind: 'choice', label: t('links.host'), options },
      isEnabled: { kind: 'boolean', label: t('links.enabled') },
    },
  })
  return { table, columns, input: tableInput(listLinks, table) }
}

/** The dialog, which the address opens too. */
function useCreating() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearch()
  const create = () => setSearch({ create: '1' }, { replace: true })
  useCommand({ id: 'links.create', label: t('links.create'), icon: 'plus', keys: 'c', run: create })
  const close = () => setSearch({ create: undefined }, { replace: true })
  return { isCreating: search.get('create') !== null, create, close }
}
