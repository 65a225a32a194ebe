import { Link, RelativeTime, useSession, useTranslation } from '@host/plugin-sdk'
import type { NotificationEntry } from '../shared/inbox.ts'
import { NotificationActions } from './NotificationActions.tsx'
import { placeOf } from './place-of.ts'

export interface NotificationLineProps {
  readonly notification: NotificationEntry
  readonly onOpen: () => void
}

/** A notification in one line, as a link to its page. */
export function NotificationLine({ notification, onOpen }: NotificationLineProps) {
  const { t } = useTranslation()
  const { workspace: here } = useSession()
  const { title, body, isRead, workspace, at } = notification
  return (
    <li className="flex items-start gap-2 rounded-control p-2 hover:bg-hover">
      <span
        aria-hidden
        className={isRead ? 'mt-1.5 size-1.5 shrink-0' : 'mt-1.5 size-1.5 shrink-0 rounded-full bg-accent'}
      />
      <div className="min-w-0 flex-1">
        <Link to={placeOf(notification)} onClick={onOpen} className="block font-medium wrap-anywhere">
          {title}
          {!isRead && <span className="sr-only"> ({t('notifications.unread')})</span>}
        </Link>
        {body !== null && <p className="truncate text-xs text-muted">{body}</p>}
        <NotificationActions notification={notification} onOpen={onOpen} />
        <p className="flex flex-wrap gap-x-2 text-xs text-subtle">
          {workspace?.id !== here?.id && <span>{workspace?.name ?? t('notifications.instance')}</span>}
          <RelativeTime value={at} skipFocus />
        </p>
      </div>
    </li>
  )
}
