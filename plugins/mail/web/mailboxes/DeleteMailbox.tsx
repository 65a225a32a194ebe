import { useState } from 'react'
import { Button, ConfirmDelete, Panel, useMutation, useNavigate, useTranslation } from '@host/plugin-sdk'
import { deleteMailbox, listEmails, listMailboxes, type MailboxDetails } from '../../shared.ts'

/** Deletes a mailbox after its address was typed. */
export function DeleteMailbox({ mailbox }: { readonly mailbox: MailboxDetails }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const { mutateAsync } = useMutation(deleteMailbox, {
    invalidates: [listMailboxes, listEmails],
    onSuccess: () => navigate('/mail/mailboxes'),
  })
  const { id, address, folders, scheduled } = mailbox
  const count = folders?.reduce((sum, { emails }) => sum + emails, 0)
  return (
    <Panel
      title={t('mail.mailboxes.delete')}
      description={t('mail.mailboxes.deleteHelp')}
      actions={
        <Button icon="trash" variant="danger" onClick={() => setAsked(true)}>
          {t('mail.mailboxes.delete')}
        </Button>
      }
    >
      <ConfirmDelete
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('mail.mailboxes.delete')}
        name={address}
        confirmLabel={t('mail.mailboxes.delete')}
        onConfirm={() => mutateAsync({ id })}
      >
        <p>{t('mail.mailboxes.deleteMeans', { address })}</p>
        {count !== undefined && <p className="mt-2 font-medium">{t('mail.mailboxes.deleteCount', { count })}</p>}
        {scheduled > 0 && (
          <p className="mt-2 font-medium">{t('mail.mailboxes.deleteScheduled', { count: scheduled })}</p>
        )}
      </ConfirmDelete>
    </Panel>
  )
}
