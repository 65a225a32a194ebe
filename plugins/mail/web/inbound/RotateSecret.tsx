import { useState } from 'react'
import { Button, Form, Modal, Secret, useMutation, useTranslation } from '@host/plugin-sdk'
import { readInbound, rotateInbound } from '../../shared.ts'

export interface RotateSecretProps {
  /** Whether there is a secret that is replaced. */
  readonly isOn: boolean
  readonly onClose: () => void
}

/** Makes a secret, and shows it once. */
export function RotateSecret({ isOn, onClose }: RotateSecretProps) {
  const { t } = useTranslation()
  const [wasOn] = useState(isOn)
  const { mutateAsync, data } = useMutation(rotateInbound, { invalidates: [readInbound] })
  const title = t(data !== undefined ? 'mail.inbound.ready' : wasOn ? 'mail.inbound.rotate' : 'mail.inbound.turnOn')
  return (
    <Modal open onClose={onClose} title={title}>
      {data === undefined ? (
        <Form
          source={rotateInbound}
          fields={
            wasOn
              ? {
                  keepFormerHours: {
                    label: t('mail.inbound.keepFormer'),
                    hint: t('mail.inbound.rotateHelp'),
                    control: 'number',
                    suffix: t('mail.inbound.hours'),
                  },
                }
              : {}
          }
          values={wasOn ? { keepFormerHours: 24 } : {}}
          onSubmit={mutateAsync}
          submitLabel={t(wasOn ? 'mail.inbound.rotate' : 'mail.inbound.turnOn')}
          onCancel={onClose}
        >
          {!wasOn && <p className="text-sm text-muted">{t('mail.inbound.offHelp')}</p>}
        </Form>
      ) : (
        <div className="flex flex-col gap-4">
          <p className="text-sm text-muted">{t('mail.inbound.readyHelp')}</p>
          <Secret name={t('mail.inbound.secret')} value={data.secret} once />
          <div className="flex justify-end">
            <Button variant="primary" onClick={onClose}>
              {t('mail.inbound.done')}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  )
}
