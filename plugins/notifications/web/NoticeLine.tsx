import { Link, RelativeTime, useSession, useTranslation } from '@host/plugin-sdk'
import type { NoticeEntry } from '../shared/inbox.ts'
import { NoticeActions } from './NoticeActions.tsx'
import { placeOf } from './place-of.ts'

export interface NoticeLineProps {
  readonly notice: NoticeEntry
  readonly onOpen: () => void
}

/** A notice in a few words, as a link to what it is about. */
export function NoticeLine({ notice, onOpen }: NoticeLineProps) {
  const { t } = useTranslation()
  const { workspace: here } = useSession()
  const { title, body, isRead, workspace, at } = notice
  return (
    <li className="flex items-start gap-2 rounded-control p-2 hover:bg-hover">
      <span
        aria-hidden
        className={isRead ? 'mt-1.5 size-1.5 shrink-0' : 'mt-1.5 size-1.5 shrink-0 rounded-full bg-accent'}
      />
      <div className="min-w-0 flex-1">
        <Link to={placeOf(notice, here?.id)} onClick={onOpen} className="block font-medium wrap-anywhere">
          {title}
          {!isRead && <span className="sr-only"> ({t('notifications.unread')})</span>}
        </Link>
        {body !== null && <p className="truncate text-xs text-muted">{body}</p>}
        <NoticeActions notice={notice} onOpen={onOpen} />
        <p className="flex flex-wrap gap-x-2 text-xs text-subtle">
          {workspace?.id !== here?.id && <span>{workspace?.name ?? t('notifications.instance')}</span>}
          <RelativeTime value={at} skipFocus />
        </p>
      </div>
    </li>
  )
}
