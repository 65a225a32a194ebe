import { useState } from 'react'
import { Button, ConfirmDelete, Panel, useMutation, useNavigate, useTranslation } from '@host/plugin-sdk'
import { deleteSender, listSenders, type SendingDomainDetails } from '../../shared.ts'

/** Deletes a sending domain with its keys, after its name was typed. */
export function DeleteSender({ sender: { id, domain } }: { readonly sender: SendingDomainDetails }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const { mutateAsync } = useMutation(deleteSender, {
    invalidates: [listSenders],
    onSuccess: () => navigate('/mail/senders'),
  })
  return (
    <Panel
      title={t('mail.senders.delete')}
      description={t('mail.senders.deleteHelp')}
      actions={
        <Button icon="trash" variant="danger" onClick={() => setAsked(true)}>
          {t('mail.senders.delete')}
        </Button>
      }
    >
      <ConfirmDelete
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('mail.senders.delete')}
        name={domain}
        confirmLabel={t('mail.senders.delete')}
        onConfirm={() => mutateAsync({ id })}
      >
        <p>{t('mail.senders.deleteMeans', { domain })}</p>
      </ConfirmDelete>
    </Panel>
  )
}
