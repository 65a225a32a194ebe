import {
  Button,
  ButtonLink,
  EmptyState,
  HelpLink,
  ListView,
  PageHeader,
  tableInput,
  useAddressDialog,
  useListQuery,
  useTable,
  useTranslation,
  type AskAhead,
} from '@host/plugin-sdk'
import { createMailbox, listMailboxes } from '../../shared.ts'
import { CreateMailbox } from './CreateMailbox.tsx'
import { StorageUse } from './StorageUse.tsx'
import { useMailboxColumns } from './useMailboxColumns.tsx'

/** Mailboxes of the workspace, for admins. */
export default function MailboxesPage() {
  const { t } = useTranslation()
  const columns = useMailboxColumns()
  const table = useTable({ columns })
  const input = tableInput(listMailboxes, table)
  const mailboxes = useListQuery(listMailboxes, input, { errors: 'list' })
  const creating = useAddressDialog('create', {
    id: 'mailboxes.create',
    label: t('mail.mailboxes.create'),
    icon: 'plus',
    keys: 'c',
  })
  return (
    <>
      <PageHeader
        title={t('mail.mailboxes.title')}
        description={t('mail.mailboxes.description')}
        actions={
          <>
            <HelpLink slug="mailboxes" />
            <ButtonLink to="/mail/mailboxes/inbound">{t('mail.inbound.title')}</ButtonLink>
            <Button calls={createMailbox} variant="primary" icon="plus" onClick={creating.open}>
              {t('mail.mailboxes.create')}
            </Button>
          </>
        }
      />
      <StorageUse />
      <ListView
        endpoint={listMailboxes}
        input={input}
        label={t('mail.mailboxes.title')}
        columns={columns}
        table={table}
        list={mailboxes}
        rowKey={({ id }) => id}
        rowLabel={({ address }) => address}
        empty={<EmptyState title={t('mail.mailboxes.none')}>{t('mail.mailboxes.noneHelp')}</EmptyState>}
      />
      {creating.isOpen && <CreateMailbox onClose={creating.close} />}
    </>
  )
}

MailboxesPage.askAhead = ({ list }: AskAhead) => list(listMailboxes, {})
