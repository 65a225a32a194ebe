import { Button, ErrorNote, useMutation, useNavigate, useTranslation } from '@host/plugin-sdk'
import { sendTest } from '../../shared.ts'
import { SecretDialog } from './SecretDialog.tsx'

export interface NewSecretProps {
  readonly endpointId: string
  readonly secret: string
}

/** The secret of a new endpoint, and a test event whose delivery is shown next. */
export function NewSecret({ endpointId, secret }: NewSecretProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation(sendTest, {
    onSuccess: ({ deliveryId }) => navigate(`/webhooks/${endpointId}?open=${deliveryId}`),
  })
  return (
    <SecretDialog
      secret={secret}
      {...(error !== null && { note: <ErrorNote error={error} /> })}
      next={
        <Button variant="primary" busy={isPending} onClick={() => mutate({ id: endpointId })}>
          {t('webhooks.test.title')}
        </Button>
      }
      onClose={() => navigate(`/webhooks/${endpointId}`)}
    />
  )
}
