import { Button, ErrorNote, usePublicForm, usePublicPage, useTranslation } from '@host/plugin-sdk'
import { confirmForward, forwardRequest } from '../../shared.ts'

/** Where the owner of an address allows a mailbox to forward emails to it, by one press. */
export default function ConfirmForwardPage() {
  const { t } = useTranslation()
  const { data } = usePublicPage(forwardRequest)
  const { submit, isSent, isPending, error } = usePublicForm(confirmForward)
  const { mailbox, address, isConfirmed } = data
  return (
    <div className="flex flex-col items-start gap-4">
      <h1 className="text-xl font-semibold">{t('mail.forwarding.confirm')}</h1>
      {isSent || isConfirmed ? (
        <p role="status" className="wrap-anywhere">
          {t('mail.forwarding.confirmed', { mailbox, address })}
        </p>
      ) : (
        <>
          <p className="wrap-anywhere">{t('mail.forwarding.asked', { mailbox, address })}</p>
          <p className="text-sm text-muted">{t('mail.forwarding.askedHelp')}</p>
          <ErrorNote error={error ?? null} />
          <Button variant="primary" busy={isPending} onClick={() => submit({})}>
            {t('mail.forwarding.allow')}
          </Button>
        </>
      )}
    </div>
  )
}
