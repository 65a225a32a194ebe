import { useState } from 'react'
import { Button, ButtonLink, ErrorNote, Icon, useMutation, useSession, useTranslation } from '@host/plugin-sdk'
import {
  listNotifications,
  readNotification,
  type NotificationActionEntry,
  type NotificationEntry,
} from '../shared/inbox.ts'
import { countUnread } from '../shared/unread.ts'
import { NotificationSubject } from './NotificationSubject.tsx'
import { actionEndpoint } from './action-endpoint.ts'
import { placeOf } from './place-of.ts'

const variants = { primary: 'primary', plain: 'secondary', danger: 'danger' } as const

export interface NotificationActionsProps {
  readonly notification: NotificationEntry
  /** Called when a button leads away. */
  readonly onOpen?: () => void
}

/**
 * Decisions of a notification, or the outcome. A decision applies to the workspace of the session, so a notification of
 * another workspace has no buttons: it opens in that workspace.
 */
export function NotificationActions({ notification, onOpen }: NotificationActionsProps) {
  const { t } = useTranslation()
  const { workspace: here } = useSession()
  const { actions, outcome, subject, workspace } = notification
  if (outcome !== null) {
    return (
      <p className="flex items-start gap-1.5 py-1 text-sm text-muted">
        <Icon name="check" className="mt-0.5" />
        <span>
          <span className="sr-only">{t('notifications.decided')} </span>
          <span className="wrap-anywhere">{outcome}</span>
        </span>
      </p>
    )
  }
  if (actions.length === 0 || workspace === null || here === null || workspace.id !== here.id) return null
  return (
    <>
      {subject !== null && (
        <NotificationSubject path={subject} mayDestroy={actions.some(({ opensPage }) => opensPage)} />
      )}
      <div role="group" aria-label={notification.title} className="flex flex-wrap items-start gap-2 py-1">
        {actions.map((action) =>
          action.opensPage ? (
            <ButtonLink
              key={action.path}
              to={placeOf(notification)}
              size="compact"
              variant={variants[action.kind]}
              {...(onOpen !== undefined && { onClick: onOpen })}
            >
              {action.label}
            </ButtonLink>
          ) : (
            <ActionButton key={action.path} action={action} />
          ),
        )}
      </div>
    </>
  )
}

function ActionButton({ action: { label, path, kind } }: { readonly action: NotificationActionEntry }) {
  const [endpoint] = useState(() => actionEndpoint(path))
  // The outcome reaches all recipients a moment later: until then the buttons are disabled.
  const [isDone, setDone] = useState(false)
  const { mutate, isPending, error } = useMutation(endpoint, {
    invalidates: [listNotifications, readNotification, countUnread],
    onSuccess: () => setDone(true),
  })
  return (
    <div>
      <Button size="compact" variant={variants[kind]} busy={isPending || isDone} onClick={() => mutate({})}>
        {label}
      </Button>
      <ErrorNote error={error} />
    </div>
  )
}
