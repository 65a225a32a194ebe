import { Alert, Button, CodeBlock, ErrorNote, Modal, useMutation, useTranslation } from '@host/plugin-sdk'
import { testTransport, type Transport } from '../../shared.ts'

export interface TestDialogProps {
  readonly transport: Transport
  readonly onClose: () => void
}

/** Sends a test to the caller's own address, and shows all that was said. */
export function TestDialog({ transport: { id, name }, onClose }: TestDialogProps) {
  const { t } = useTranslation()
  const { mutate, data, isPending, error } = useMutation(testTransport)
  const footer = (
    <>
      <Button onClick={onClose}>{t('mail.transports.close')}</Button>
      <Button variant="primary" icon="send" busy={isPending} onClick={() => mutate({ id })}>
        {t('mail.transports.sendTest')}
      </Button>
    </>
  )
  return (
    <Modal
      open
      onClose={onClose}
      title={t('mail.transports.testOf', { name })}
      description={t('mail.transports.testHelp')}
      footer={footer}
    >
      <div className="flex flex-col gap-3" aria-live="polite">
        <ErrorNote error={error} />
        {data !== undefined && (
          <>
            <Alert tone={data.isAccepted ? 'positive' : 'danger'}>
              {t(data.isAccepted ? 'mail.transports.accepted' : 'mail.transports.rejected', { to: data.to })}{' '}
              <span className="wrap-anywhere">{data.reply}</span>
            </Alert>
            <CodeBlock language={t('mail.log.transcript')} code={data.transcript} wrap />
          </>
        )}
      </div>
    </Modal>
  )
}
