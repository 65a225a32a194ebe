import { useState } from 'react'
import { Alert, Form, Modal, useToast, useTranslation } from '@host/plugin-sdk'
import { renamePasskey } from '../../shared/security.ts'
import { useDeviceName } from '../useDeviceName.ts'
import { useAddPasskey } from './useAddPasskey.ts'

/** Asks for a name, then has the device make a passkey. */
export function AddPasskey({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const toast = useToast()
  const suggested = useDeviceName(navigator.userAgent)
  /** The name that was typed stays after a fault. */
  const [typed, setTyped] = useState<string>()
  const { add, fault } = useAddPasskey((name) => {
    toast({ tone: 'positive', title: t('account.passkeys.added', { name }) })
    onClose()
  })
  return (
    <Modal open onClose={onClose} title={t('account.passkeys.add')} description={t('account.passkeys.addMeans')}>
      <Form
        source={renamePasskey}
        fields={{ name: { label: t('account.passkeys.name'), hint: t('account.passkeys.nameHint') } }}
        values={{ name: typed ?? suggested }}
        onSubmit={({ name }) => {
          setTyped(name)
          return add(name)
        }}
        submitLabel={t('account.passkeys.continue')}
        onCancel={onClose}
      >
        {fault !== undefined && (
          <Alert tone="danger" title={t(`account.passkeys.fault.${fault}.title`)}>
            {t(`account.passkeys.fault.${fault}.nextStep`)}
          </Alert>
        )}
      </Form>
    </Modal>
  )
}
