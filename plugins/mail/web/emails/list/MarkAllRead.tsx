import { useState } from 'react'
import { Confirm, IconButton, useMutation, useTranslation } from '@host/plugin-sdk'
import { listEmails, listMailboxes, markAllRead, readEmail, type Folder, type Mailbox } from '../../../shared.ts'

export interface MarkAllReadProps {
  readonly mailbox: Mailbox
  readonly folder: Folder
}

/** Marks all emails of a folder as read, after a question: there may be thousands, and no way back. */
export function MarkAllRead({ mailbox, folder }: MarkAllReadProps) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const { mutateAsync } = useMutation(markAllRead, { invalidates: [listEmails, listMailboxes, readEmail] })
  const count = mailbox.folders?.find((one) => one.folder === folder)?.unread ?? 0
  if (count === 0) return null
  return (
    <>
      <IconButton icon="mail-check" label={t('mail.emails.markAll')} onClick={() => setAsked(true)} />
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('mail.emails.markAll')}
        confirmLabel={t('mail.emails.markAllShort')}
        onConfirm={() => mutateAsync({ id: mailbox.id, folder })}
      >
        {t('mail.emails.markAllMeans', { count })}
      </Confirm>
    </>
  )
}
