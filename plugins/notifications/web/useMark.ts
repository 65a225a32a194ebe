import { useErrorText, useMutation, useToast, type ClientError } from '@host/plugin-sdk'
import { archiveNotifications, listNotifications, markRead, readNotification } from '../shared/inbox.ts'
import { countUnread } from '../shared/unread.ts'

/** Changes notifications; a failure is shown as a toast. */
export interface Mark {
  readonly read: (ids: readonly string[], isRead?: boolean) => void
  /** Those that the reader has seen: up to the newest of the list. */
  readonly readAll: (upTo: string | undefined) => void
  readonly archive: (ids: readonly string[], isArchived?: boolean) => void
}

export function useMark(): Mark {
  const toast = useToast()
  const errorText = useErrorText()
  const onError = (error: ClientError) => {
    const { title, cause, nextStep } = errorText(error)
    toast({ tone: 'danger', title, description: cause ?? nextStep })
  }
  const effects = { invalidates: [listNotifications, countUnread, readNotification], onError }
  const { mutate: change } = useMutation(markRead, effects)
  const { mutate: archive } = useMutation(archiveNotifications, effects)
  return {
    read: (ids, isRead = true) => change({ ids: [...ids], isRead }),
    readAll: (upTo) => change({ all: true, ...(upTo !== undefined && { upTo }) }),
    archive: (ids, isArchived = true) => archive({ ids: [...ids], isArchived }),
  }
}
