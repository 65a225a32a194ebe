import { Form, Modal, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { changeProvider, listProviders, type Provider } from '../../shared.ts'
import { AddressField } from '../Addresses.tsx'

export interface ProviderDialogProps {
  readonly provider: Provider
  readonly onClose: () => void
}

/** Changes a provider. */
export function EditProvider({ provider, onClose }: ProviderDialogProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const { mutateAsync } = useMutation(changeProvider, {
    invalidates: [listProviders],
    onSuccess() {
      toast({ tone: 'positive', title: t('sso.saved') })
      onClose()
    },
  })
  const { id, label, clientId, clientSecret, trustsSecondFactor, isEnabled, callbackUrl } = provider
  return (
    <Modal open onClose={onClose} title={t('sso.providers.edit', { name: label })}>
      <Form
        source={changeProvider}
        fields={{
          label: { label: t('sso.label'), hint: t('sso.labelHint'), required: true },
          clientId: { label: t('sso.clientId'), required: true },
          clientSecret: {
            label: t('sso.clientSecret'),
            hint: t('sso.clientSecretHint'),
            control: 'secret',
            required: true,
          },
          trustsSecondFactor: {
            label: t('sso.trustsSecondFactor'),
            hint: t('sso.trustsSecondFactorHint'),
            control: 'toggle',
          },
          isEnabled: { label: t('sso.isEnabled'), hint: t('sso.isEnabledHint'), control: 'toggle' },
        }}
        values={{ label, clientId, clientSecret, trustsSecondFactor, isEnabled }}
        onSubmit={(input) => mutateAsync({ id, ...input })}
        onCancel={onClose}
      >
        <AddressField label={t('sso.callbackUrl')} hint={t('sso.callbackUrlHint')} value={callbackUrl} />
      </Form>
    </Modal>
  )
}
