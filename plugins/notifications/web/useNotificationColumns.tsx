import { Badge, RelativeTime, useFormat, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { NotificationEntry } from '../shared/inbox.ts'

/** The columns of the inbox. */
export function useNotificationColumns(): readonly DataColumn<NotificationEntry>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'title',
      header: t('notifications.what'),
      value: ({ title }) => title,
      cell: (notification) => <Title notification={notification} />,
      skeleton: 'w-40',
    },
    {
      key: 'workspace',
      header: t('notifications.workspace'),
      from: 'sm',
      value: ({ workspace }) => workspace?.name ?? t('notifications.instance'),
    },
    { key: 'category', header: t('notifications.category'), from: 'lg', value: ({ category }) => category.title },
    {
      key: 'at',
      header: t('notifications.time'),
      align: 'end',
      value: ({ at }) => format.dateTime(at),
      cell: ({ at }) => <RelativeTime value={at} />,
    },
  ]
}

function Title({ notification: { title, body, isRead, isUrgent } }: { readonly notification: NotificationEntry }) {
  const { t } = useTranslation()
  return (
    <span className="flex min-w-0 items-start gap-2">
      <span
        aria-hidden
        className={isRead ? 'mt-1.5 size-1.5 shrink-0' : 'mt-1.5 size-1.5 shrink-0 rounded-full bg-accent'}
      />
      <span className="min-w-0">
        <span className={isRead ? 'wrap-anywhere' : 'font-medium wrap-anywhere'}>{title}</span>
        {!isRead && <span className="sr-only"> ({t('notifications.unread')})</span>}
        {isUrgent && (
          <span className="ml-2">
            <Badge tone="warning">{t('notifications.urgent')}</Badge>
          </span>
        )}
        {body !== null && <span className="block max-w-96 truncate text-xs text-muted">{body}</span>}
      </span>
    </span>
  )
}
