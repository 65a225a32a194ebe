import { useEffect, useRef } from 'react'
import {
  Badge,
  Button,
  ButtonLink,
  ErrorNote,
  KeyValue,
  LoadingRegion,
  RelativeTime,
  Skeleton,
  useMutation,
  useQuery,
  useSession,
  useTranslation,
} from '@host/plugin-sdk'
import { deleteNotification, listNotifications, readNotification, type NotificationEntry } from '../shared/inbox.ts'
import { countUnread } from '../shared/unread.ts'
import { NotificationActions } from './NotificationActions.tsx'
import { placeOf } from './place-of.ts'
import { useMark } from './useMark.ts'

export interface NotificationDetailsProps {
  readonly id: string
  readonly onClose: () => void
}

/** A notification in full, with its actions. Opening it marks it as read. */
export function NotificationDetails({ id, onClose }: NotificationDetailsProps) {
  const { data, error, refetch } = useQuery(readNotification, { id }, { errors: 'page', keepPrevious: false })
  if (data !== undefined) return <Details notification={data} onClose={onClose} />
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />
  return (
    <LoadingRegion className="flex flex-col gap-4">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-full" />
    </LoadingRegion>
  )
}

function Details({
  notification,
  onClose,
}: {
  readonly notification: NotificationEntry
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const { id, title, body, category, workspace, isUrgent, isArchived, at } = notification
  useReading(notification)
  return (
    <div className="flex flex-col gap-4">
      <h2 className="font-semibold wrap-anywhere">{title}</h2>
      {isUrgent && (
        <p>
          <Badge tone="warning">{t('notifications.urgent')}</Badge>
        </p>
      )}
      {body !== null && <p className="wrap-anywhere whitespace-pre-line text-muted">{body}</p>}
      <NotificationActions notification={notification} />
      <KeyValue
        items={[
          { label: t('notifications.workspace'), value: workspace?.name ?? t('notifications.instance') },
          { label: t('notifications.category'), value: category.title },
          { label: t('notifications.time'), value: <RelativeTime value={at} /> },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <Open notification={notification} />
        <ArchiveButton id={id} isArchived={isArchived} />
        <DeleteButton id={id} onDone={onClose} />
      </div>
    </div>
  )
}

/** Marks it as read when it is shown, once: marking it as unread afterwards is deliberate. */
function useReading({ id, isRead }: NotificationEntry): void {
  const mark = useMark()
  const wasShown = useRef(false)
  useEffect(() => {
    if (wasShown.current) return
    wasShown.current = true
    if (!isRead) mark.read([id])
  })
}

function Open({ notification }: { readonly notification: NotificationEntry }) {
  const { t } = useTranslation()
  const { workspace: here } = useSession()
  const { path, workspace } = notification
  if (path === null) return null
  const isElsewhere = workspace !== null && workspace.id !== here?.id
  return (
    <ButtonLink to={placeOf(notification)} variant={notification.actions.length > 0 ? 'secondary' : 'primary'}>
      {isElsewhere ? t('notifications.openIn', { name: workspace.name }) : t('notifications.open')}
    </ButtonLink>
  )
}

function ArchiveButton({ id, isArchived }: Pick<NotificationEntry, 'id' | 'isArchived'>) {
  const { t } = useTranslation()
  const mark = useMark()
  return (
    <Button onClick={() => mark.archive([id], !isArchived)}>
      {isArchived ? t('notifications.unarchive') : t('notifications.archive')}
    </Button>
  )
}

function DeleteButton({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const { t } = useTranslation()
  const remove = useMutation(deleteNotification, { invalidates: [listNotifications, countUnread], onSuccess: onDone })
  return (
    <>
      <Button icon="trash" busy={remove.isPending} onClick={() => remove.mutate({ id })}>
        {t('notifications.delete')}
      </Button>
      <ErrorNote error={remove.error} />
    </>
  )
}
