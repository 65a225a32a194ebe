import {
  Button,
  ButtonLink,
  CopyAsCurl,
  DataTable,
  EmptyState,
  FilterBar,
  HelpLink,
  PageHeader,
  tableInput,
  useCommand,
  useListQuery,
  useSearch,
  useTable,
  useTranslation,
  ViewOptions,
  type AskAhead,
} from '@host/plugin-sdk'
import { listMailboxes } from '../../shared.ts'
import { CreateMailbox } from './CreateMailbox.tsx'
import { useMailboxColumns } from './useMailboxColumns.tsx'

/** Mailboxes of the workspace, for admins. */
export default function MailboxesPage() {
  const { t } = useTranslation()
  const columns = useMailboxColumns()
  const table = useTable({ columns })
  const input = tableInput(listMailboxes, table)
  const mailboxes = useListQuery(listMailboxes, input)
  const { isCreating, create, close } = useCreating()
  return (
    <>
      <PageHeader
        title={t('mail.mailboxes.title')}
        description={t('mail.mailboxes.description')}
        actions={
          <>
            <HelpLink slug="mailboxes" />
            <ButtonLink to="/mail/mailboxes/inbound">{t('mail.inbound.title')}</ButtonLink>
            <Button variant="primary" icon="plus" onClick={create}>
              {t('mail.mailboxes.create')}
            </Button>
          </>
        }
      />
      <FilterBar table={table}>
        <CopyAsCurl endpoint={listMailboxes} input={input} />
        <ViewOptions table={table} columns={columns} />
      </FilterBar>
      <DataTable
        label={t('mail.mailboxes.title')}
        columns={columns}
        table={table}
        list={mailboxes}
        rowKey={({ id }) => id}
        rowLabel={({ address }) => address}
        empty={
          <EmptyState title={t('mail.mailboxes.none')} help="mailboxes">
            {t('mail.mailboxes.noneHelp')}
          </EmptyState>
        }
      />
      {isCreating && <CreateMailbox onClose={close} />}
    </>
  )
}

MailboxesPage.askAhead = ({ list }: AskAhead) => list(listMailboxes, {})

/** The dialog, which the address opens too. */
function useCreating() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearch()
  const create = () => setSearch({ create: '1' }, { replace: true })
  useCommand({ id: 'mailboxes.create', label: t('mail.mailboxes.create'), icon: 'plus', keys: 'c', run: create })
  const close = () => setSearch({ create: undefined }, { replace: true })
  return { isCreating: search.get('create') !== null, create, close }
}
