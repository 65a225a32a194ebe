import {
  Button,
  BulkBar,
  DataTable,
  EmptyState,
  FilterBar,
  HelpLink,
  Link,
  PageHeader,
  RelativeTime,
  tableInput,
  useListQuery,
  useMutation,
  useSelection,
  useTable,
  useToast,
  useTranslation,
  type AskAhead,
  type DataColumn,
  type ListQueryResult,
} from '@host/plugin-sdk'
import {
  cancelAllOutgoing,
  listOutgoing,
  outgoingResults,
  outgoingStates,
  retryAllOutgoing,
  type OutgoingMessage,
} from '../../shared.ts'
import { ResultBadges } from './ResultBadges.tsx'

/** The log of sent messages, the newest first. */
export default function LogPage() {
  const { t } = useTranslation()
  const columns = useColumns()
  const table = useTable({
    columns,
    filters: {
      result: {
        kind: 'choice',
        label: t('mail.log.result.title'),
        options: outgoingResults.map((value) => ({ value, label: t(`mail.log.result.${value}`) })),
      },
      state: {
        kind: 'choice',
        label: t('mail.log.state.title'),
        options: outgoingStates.map((value) => ({ value, label: t(`mail.log.state.${value}`) })),
      },
    },
  })
  const messages = useListQuery(listOutgoing, tableInput(listOutgoing, table), { errors: 'list' })
  const selection = useSelection(table)
  return (
    <>
      <PageHeader
        title={t('mail.log.title')}
        description={t('mail.log.description')}
        actions={<HelpLink slug="sending" />}
      />
      <FilterBar table={table} />
      <DataTable
        label={t('mail.log.title')}
        columns={columns}
        table={table}
        list={messages}
        rowKey={({ id }) => id}
        rowLabel={(message) => titleOf(message, t('mail.log.hidden'))}
        selection={selection}
        empty={<EmptyState title={t('mail.log.none')}>{t('mail.log.noneHelp')}</EmptyState>}
      />
      <LogBulkBar selection={selection} messages={messages} />
    </>
  )
}

LogPage.askAhead = ({ list }: AskAhead) => list(listOutgoing, {})

function titleOf({ subject, to }: OutgoingMessage, hidden: string): string {
  return subject ?? (to[0] === undefined ? hidden : to[0])
}

function useColumns(): readonly DataColumn<OutgoingMessage>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'message',
      header: t('mail.log.message'),
      cell: (message) => (
        <span className="block min-w-0 py-1">
          <Link
            to={`/mail/log/${message.id}`}
            className="block max-w-36 truncate font-medium hover:underline sm:max-w-96"
          >
            {message.subject === null ? t('mail.log.hidden') : message.subject || t('mail.log.noSubject')}
          </Link>
          <span className="block max-w-36 truncate text-xs text-subtle sm:max-w-96">{message.to.join(', ')}</span>
        </span>
      ),
      skeleton: 'w-64',
    },
    {
      key: 'from',
      header: t('mail.log.from'),
      from: 'md',
      value: ({ from }) => from,
      skeleton: 'w-32',
    },
    {
      key: 'sendAt',
      header: t('mail.log.sendAt'),
      from: 'sm',
      cell: ({ sendAt }) => <RelativeTime value={sendAt} />,
      skeleton: 'w-20',
    },
    {
      key: 'result',
      header: t('mail.log.result.title'),
      align: 'end',
      cell: (message) => <ResultBadges message={message} />,
      skeleton: 'w-20',
    },
  ]
}

interface LogBulkBarProps {
  readonly selection: ReturnType<typeof useSelection>
  readonly messages: ListQueryResult<OutgoingMessage>
}

function LogBulkBar({ selection, messages }: LogBulkBarProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const done = ({ recipients }: { readonly recipients: number }) => {
    selection.clear()
    toast({ tone: 'positive', title: t('mail.log.changed', { count: recipients }) })
  }
  const retry = useMutation(retryAllOutgoing, { invalidates: [listOutgoing], onSuccess: done })
  const cancel = useMutation(cancelAllOutgoing, { invalidates: [listOutgoing], onSuccess: done })
  const ids = [...selection.keys]
  return (
    <BulkBar selection={selection} loaded={messages.items?.length ?? 0} hasMore={messages.hasMore}>
      <Button size="compact" icon="refresh-cw" busy={retry.isPending} onClick={() => retry.mutate({ ids })}>
        {t('mail.log.retry')}
      </Button>
      <Button size="compact" icon="x" busy={cancel.isPending} onClick={() => cancel.mutate({ ids })}>
        {t('mail.log.cancel')}
      </Button>
    </BulkBar>
  )
}
