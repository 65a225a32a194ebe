import {
  Button,
  EmptyState,
  ExportCsv,
  HelpLink,
  IconButton,
  ListView,
  Menu,
  MenuItem,
  PageHeader,
  tableInput,
  useAddressDialog,
  useListQuery,
  useNavigate,
  useQuery,
  useSelection,
  useTable,
  useTranslation,
  type AskAhead,
} from '@host/plugin-sdk'
import { exportLinks, listFolders, listHosts, listLinks, listTags } from '../../shared.ts'
import { LinksBulkBar } from '../bulk/LinksBulkBar.tsx'
import { CreateLink } from './CreateLink.tsx'
import { useLinkColumns } from './useLinkColumns.tsx'

/** Short links of the workspace, the newest first. */
export default function LinksPage() {
  const { t } = useTranslation()
  const { table, columns, input } = useLinkTable()
  const links = useListQuery(listLinks, input, { errors: 'list' })
  const selection = useSelection(table)
  const creating = useAddressDialog('create', { id: 'links.create', label: t('links.create'), icon: 'plus', keys: 'c' })
  return (
    <>
      <PageHeader
        title={t('links.title')}
        description={t('links.description')}
        actions={
          <>
            <HelpLink slug="links" />
            <MoreActions />
            <Button variant="primary" icon="plus" onClick={creating.open}>
              {t('links.create')}
            </Button>
          </>
        }
      />
      <ListView
        endpoint={listLinks}
        input={input}
        search={t('links.search')}
        tools={
          <ExportCsv
            table={table}
            columns={columns}
            rows={links.items}
            name="links"
            calls={exportLinks}
            path={exportPath(input)}
          />
        }
        label={t('links.title')}
        columns={columns}
        table={table}
        list={links}
        rowKey={({ id }) => id}
        rowLabel={({ host, slug }) => `${host}/${slug}`}
        selection={selection}
        empty={<EmptyState title={t('links.none')}>{t('links.noneHelp')}</EmptyState>}
      />
      <LinksBulkBar selection={selection} links={links} input={input} />
      {creating.isOpen && <CreateLink onClose={creating.close} />}
    </>
  )
}

LinksPage.askAhead = ({ list }: AskAhead) => list(listLinks, {})

/** The address of the file of the links that the list finds. */
function exportPath(input: object): string {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)])).toString()
  const path = exportLinks.pattern.replace('GET ', '')
  return query === '' ? path : `${path}?${query}`
}

function MoreActions() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Menu trigger={<IconButton icon="ellipsis" label={t('links.more')} />}>
      <MenuItem icon="tag" onSelect={() => navigate('/links/labels')}>
        {t('links.labels.title')}
      </MenuItem>
      <MenuItem icon="upload" onSelect={() => navigate('/links/import')}>
        {t('links.import.title')}
      </MenuItem>
    </Menu>
  )
}

function useLinkTable() {
  const { t } = useTranslation()
  const columns = useLinkColumns()
  const { data: hosts } = useQuery(listHosts)
  const { data: tags } = useQuery(listTags)
  const { data: folders } = useQuery(listFolders)
  const options = (hosts?.items ?? []).map(({ host, asciiHost }) => ({ value: asciiHost, label: host }))
  const table = useTable({
    columns,
    filters: {
      host: { kind: 'choice', label: t('links.host'), options },
      tag: {
        kind: 'choice',
        label: t('links.labels.tag'),
        options: (tags?.items ?? []).map(({ name }) => ({ value: name, label: name })),
        isOpen: true,
      },
      folderId: {
        kind: 'choice',
        label: t('links.labels.folder'),
        options: (folders?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
        isOpen: true,
      },
      isEnabled: { kind: 'boolean', label: t('links.enabled') },
      isArchived: { kind: 'boolean', label: t('links.archived') },
    },
  })
  return { table, columns, input: tableInput(listLinks, table) }
}
