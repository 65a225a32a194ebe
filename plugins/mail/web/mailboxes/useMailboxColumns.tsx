import { Badge, Link, useFormat, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { Mailbox } from '../../shared.ts'

/** The columns of the mailboxes. */
export function useMailboxColumns(): readonly DataColumn<Mailbox>[] {
  const { t } = useTranslation()
  const { number } = useFormat()
  return [
    {
      key: 'address',
      header: t('mail.mailboxes.address'),
      isSortable: true,
      cell: ({ id, address }) => (
        <Link to={`/mail/mailboxes/${id}`} className="block max-w-52 truncate font-medium hover:underline sm:max-w-80">
          {address}
        </Link>
      ),
      skeleton: 'w-48',
    },
    {
      key: 'name',
      header: t('mail.mailboxes.name'),
      from: 'md',
      cell: ({ name }) => <span className="block max-w-48 truncate">{name}</span>,
    },
    {
      key: 'unread',
      header: t('mail.mailboxes.unread'),
      from: 'sm',
      align: 'end',
      cell: UnreadCount,
    },
    {
      key: 'members',
      header: t('mail.mailboxes.members'),
      from: 'sm',
      align: 'end',
      cell: ({ members }) => <span className="tabular-nums">{number(members)}</span>,
    },
    {
      key: 'retentionDays',
      header: t('mail.mailboxes.retention'),
      from: 'lg',
      align: 'end',
      cell: ({ retentionDays }) =>
        retentionDays === null ? '' : t('mail.mailboxes.retentionOf', { count: retentionDays }),
    },
    {
      key: 'state',
      header: t('mail.mailboxes.state'),
      align: 'end',
      cell: ({ isReceiving }) => (
        <Badge tone={isReceiving ? 'positive' : 'warning'} dot>
          {t(isReceiving ? 'mail.mailboxes.receiving' : 'mail.mailboxes.notReceiving')}
        </Badge>
      ),
      skeleton: 'w-20',
    },
  ]
}

function UnreadCount({ folders }: Mailbox) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (folders === null) return <span className="text-muted">{t('mail.mailboxes.noAccess')}</span>
  return <span className="tabular-nums">{number(folders.find(({ folder }) => folder === 'inbox')?.unread ?? 0)}</span>
}
