import { Button, HelpLink, Modal, Secret, useTranslation } from '@host/plugin-sdk'

export interface SecretDialogProps {
  readonly secret: string
  /** An additional note. */
  readonly note?: string
  readonly onClose: () => void
}

/** The signing secret of an endpoint, this once. */
export function SecretDialog({ secret, note, onClose }: SecretDialogProps) {
  const { t } = useTranslation()
  const done = (
    <Button variant="primary" onClick={onClose}>
      {t('webhooks.secret.saved')}
    </Button>
  )
  return (
    <Modal
      open
      onClose={onClose}
      title={t('webhooks.secret.title')}
      description={t('webhooks.secret.help')}
      footer={done}
    >
      <div className="flex flex-col gap-3">
        <Secret once value={secret} name={t('webhooks.secret.name')} />
        {note !== undefined && <p className="text-sm text-muted">{note}</p>}
        <HelpLink slug="webhook-signatures">{t('webhooks.secret.verify')}</HelpLink>
      </div>
    </Modal>
  )
}
