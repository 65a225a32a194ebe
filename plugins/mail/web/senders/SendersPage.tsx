import {
  Button,
  EmptyState,
  hasRole,
  HelpLink,
  ListView,
  PageHeader,
  tableInput,
  useAddressDialog,
  useListQuery,
  useSession,
  useTable,
  useTranslation,
  type AskAhead,
} from '@host/plugin-sdk'
import { listSenders } from '../../shared.ts'
import { AddSender } from './AddSender.tsx'
import { useSenderColumns } from './useSenderColumns.tsx'

/** Domains that the workspace sends from. */
export default function SendersPage() {
  const { t } = useTranslation()
  const { role } = useSession()
  const columns = useSenderColumns()
  const table = useTable({ columns })
  const input = tableInput(listSenders, table)
  const senders = useListQuery(listSenders, input, { errors: 'list' })
  const isAdmin = hasRole(role ?? undefined, 'admin')
  const adding = useAddressDialog('add', {
    id: 'senders.add',
    label: t('mail.senders.add'),
    icon: 'plus',
    keys: 'c',
    enabled: isAdmin,
  })
  return (
    <>
      <PageHeader
        title={t('mail.senders.title')}
        description={t('mail.senders.description')}
        actions={
          <>
            <HelpLink slug="sending-domains" />
            {isAdmin && (
              <Button variant="primary" icon="plus" onClick={adding.open}>
                {t('mail.senders.add')}
              </Button>
            )}
          </>
        }
      />
      <ListView
        endpoint={listSenders}
        input={input}
        label={t('mail.senders.title')}
        columns={columns}
        table={table}
        list={senders}
        rowKey={({ id }) => id}
        rowLabel={({ domain }) => domain}
        empty={<EmptyState title={t('mail.senders.none')}>{t('mail.senders.noneHelp')}</EmptyState>}
      />
      {adding.isOpen && <AddSender onClose={adding.close} />}
    </>
  )
}

SendersPage.askAhead = ({ list }: AskAhead) => list(listSenders, {})
