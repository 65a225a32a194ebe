import type { ReactElement } from 'react'
import {
  Button,
  EmptyState,
  ErrorNote,
  IconButton,
  Link,
  Popover,
  SkeletonRows,
  useListQuery,
  useNavigate,
  useTranslation,
} from '@host/plugin-sdk'
import { listNotifications } from '../shared/inbox.ts'
import { NotificationLine } from './NotificationLine.tsx'
import { useMark } from './useMark.ts'

export interface LatestNotificationsProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

const latest = 10

/** The latest notifications, beside the bell. */
export default function LatestNotifications({ trigger, open, onOpenChange }: LatestNotificationsProps) {
  const { t } = useTranslation()
  return (
    <Popover
      trigger={trigger}
      title={t('notifications.notifications')}
      hideTitle
      align="end"
      open={open}
      onOpenChange={onOpenChange}
    >
      <Latest onLeave={() => onOpenChange(false)} />
    </Popover>
  )
}

function Latest({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { items, error, refetch } = useListQuery(listNotifications, { limit: latest }, { errors: 'page' })
  const mark = useMark()
  const hasUnread = items?.some(({ isRead }) => !isRead) === true
  function openSettings() {
    onLeave()
    navigate('~/admin/settings/notification-settings')
  }
  return (
    <div className="-m-2 w-72">
      <div className="flex items-center gap-1 pb-1 pl-2">
        <span aria-hidden className="flex-1 font-semibold">
          {t('notifications.notifications')}
        </span>
        {hasUnread && (
          <Button size="compact" variant="ghost" onClick={() => mark.readAll(items?.[0]?.id)}>
            {t('notifications.readAll')}
          </Button>
        )}
        <IconButton icon="settings-2" size="compact" label={t('notifications.settings.open')} onClick={openSettings} />
      </div>
      {items === undefined && error === null && <SkeletonRows rows={3} />}
      {items === undefined && error !== null && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {items?.length === 0 && <EmptyState icon="bell" title={t('notifications.none')} />}
      {items !== undefined && items.length > 0 && (
        <ul aria-label={t('notifications.latest')}>
          {items.map((notification) => (
            <NotificationLine
              key={notification.id}
              notification={notification}
              onOpen={() => (mark.read([notification.id]), onLeave())}
            />
          ))}
        </ul>
      )}
      <p className="border-t border-line px-2 pt-2">
        <Link to="~/admin/notifications" onClick={onLeave} className="text-accent-fg hover:underline">
          {t('notifications.all')}
        </Link>
      </p>
    </div>
  )
}
