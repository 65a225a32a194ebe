import { useState } from 'react'
import { Confirm, useFormat, useMutation, useTranslation, type EndpointOutput } from '@host/plugin-sdk'
import { listEndpoints, readEndpoint, rotateSecret, type WebhookEndpoint } from '../../shared.ts'
import { SecretDialog } from '../form/SecretDialog.tsx'

export interface RotateSecretProps {
  readonly endpoint: WebhookEndpoint
  readonly onClose: () => void
}

/** Gives an endpoint a new secret, and shows it this once. */
export function RotateSecret({ endpoint: { id }, onClose }: RotateSecretProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [made, setMade] = useState<EndpointOutput<typeof rotateSecret>>()
  const { mutateAsync } = useMutation(rotateSecret, { invalidates: [readEndpoint, listEndpoints], onSuccess: setMade })
  if (made !== undefined) {
    const note = t('webhooks.rotate.overlap', { time: format.dateTime(made.overlapEndsAt) })
    return <SecretDialog secret={made.secret} note={note} onClose={onClose} />
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('webhooks.rotate.title')}
      confirmLabel={t('webhooks.rotate.confirm')}
      onConfirm={() => mutateAsync({ id })}
    >
      {t('webhooks.rotate.means')}
    </Confirm>
  )
}
