import { Button, Form, Modal, Secret, useMutation, useTranslation } from '@host/plugin-sdk'
import { listProviders, rotateProvider, type ProviderHook } from '../../shared.ts'

export interface ConnectProviderProps {
  readonly hook: ProviderHook
  readonly onClose: () => void
}

/** Switches the reports of a service on, or replaces its secret, which is shown once. */
export function ConnectProvider({ hook: { provider, path, topic }, onClose }: ConnectProviderProps) {
  const { t } = useTranslation()
  const { mutateAsync, data } = useMutation(rotateProvider, {
    invalidates: [listProviders],
    onSuccess: ({ secret }) => {
      if (secret === null) onClose()
    },
  })
  const isOn = path !== null
  const submitLabel = t(isOn ? 'mail.providers.change' : 'mail.providers.connect')
  const topicField = {
    label: t('mail.providers.topic'),
    hint: t('mail.providers.topicHint'),
    control: 'text',
    required: true,
  } as const
  return (
    <Modal open onClose={onClose} title={t(`mail.providers.${provider}.title`)}>
      {data?.secret === undefined || data.secret === null ? (
        <Form
          source={rotateProvider}
          given={{ provider }}
          fields={provider === 'ses' ? { topic: topicField } : {}}
          values={topic === null ? {} : { topic }}
          onSubmit={mutateAsync}
          submitLabel={submitLabel}
          onCancel={onClose}
        >
          <p className="text-sm text-muted">{t(`mail.providers.${provider}.help`)}</p>
        </Form>
      ) : (
        <div className="flex flex-col gap-4">
          <p className="text-sm text-muted">{t('mail.providers.secretHelp')}</p>
          <Secret name={t('mail.providers.secret')} value={data.secret} once />
          <div className="flex justify-end">
            <Button variant="primary" onClick={onClose}>
              {t('mail.providers.done')}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  )
}
