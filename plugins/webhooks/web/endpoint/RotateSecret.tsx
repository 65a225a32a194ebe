import { useState } from 'react'
import { Confirm, useFormat, useMutation, useTranslation, type EndpointOutput } from '@host/plugin-sdk'
import { listEndpoints, readEndpoint, rotateSecret, type WebhookEndpoint } from '../../shared.ts'
import { SecretDialog } from '../form/SecretDialog.tsx'

export interface RotateSecretProps {
  readonly endpoint: WebhookEndpoint
  /** Whether it is asked for. */
  readonly isAsked: boolean
  readonly onClose: () => void
}

/** Gives an endpoint a new secret, and shows it this once: also after the question, which closes once it is answered. */
export function RotateSecret({ endpoint: { id }, isAsked, onClose }: RotateSecretProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [made, setMade] = useState<EndpointOutput<typeof rotateSecret>>()
  const { mutateAsync } = useMutation(rotateSecret, { invalidates: [readEndpoint, listEndpoints], onSuccess: setMade })
  return (
    <>
      <Confirm
        calls={rotateSecret}
        open={isAsked}
        onClose={onClose}
        title={t('webhooks.rotate.title')}
        confirmLabel={t('webhooks.rotate.confirm')}
        onConfirm={() => mutateAsync({ id })}
      >
        {t('webhooks.rotate.means')}
      </Confirm>
      {made !== undefined && !isAsked && (
        <SecretDialog
          secret={made.secret}
          note={t('webhooks.rotate.overlap', { time: format.dateTime(made.overlapEndsAt) })}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  )
}
