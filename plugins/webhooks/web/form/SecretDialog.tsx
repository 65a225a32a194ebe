import type { ReactNode } from 'react'
import { Button, HelpLink, Modal, Secret, useTranslation } from '@host/plugin-sdk'

export interface SecretDialogProps {
  readonly secret: string
  /** An additional note. */
  readonly note?: ReactNode
  /** The next step, in the place of closing as the main one. */
  readonly next?: ReactNode
  readonly onClose: () => void
}

/** The signing secret of an endpoint, this once. */
export function SecretDialog({ secret, note, next, onClose }: SecretDialogProps) {
  const { t } = useTranslation()
  const done = (
    <>
      <Button variant={next === undefined ? 'primary' : 'secondary'} onClick={onClose}>
        {t('webhooks.secret.saved')}
      </Button>
      {next}
    </>
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
        {note !== undefined && <div className="text-sm text-muted">{note}</div>}
        <HelpLink slug="webhook-signatures">{t('webhooks.secret.verify')}</HelpLink>
      </div>
    </Modal>
  )
}
