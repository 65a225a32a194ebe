import { Form, Modal, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { checkProvider, createProvider, listProviders } from '../../shared.ts'
import { AddressField } from '../Addresses.tsx'
import { IssuerCheck } from '../IssuerCheck.tsx'

/** Adds a provider to sign in with. */
export function AddProvider({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const toast = useToast()
  const { mutateAsync } = useMutation(createProvider, {
    invalidates: [listProviders],
    onSuccess({ label }) {
      toast({ tone: 'positive', title: t('sso.providers.added', { name: label }) })
      onClose()
    },
  })
  return (
    <Modal open onClose={onClose} title={t('sso.providers.add')}>
      <Form
        source={createProvider}
        fields={{
          kind: {
            label: t('sso.kind'),
            options: (['google', 'github', 'oidc'] as const).map((value) => ({
              value,
              label: t(`sso.kinds.${value}`),
            })),
          },
          label: { label: t('sso.label'), hint: t('sso.labelHint') },
          key: { label: t('sso.key'), hint: t('sso.keyHint'), placeholder: 'google' },
          issuer: { label: t('sso.issuer'), hint: t('sso.providers.issuerHint'), control: 'url' },
          clientId: { label: t('sso.clientId') },
          clientSecret: { label: t('sso.clientSecret'), control: 'secret' },
          trustsSecondFactor: {
            label: t('sso.trustsSecondFactor'),
            hint: t('sso.trustsSecondFactorHint'),
            control: 'toggle',
          },
        }}
        values={{ kind: 'google' }}
        onSubmit={mutateAsync}
        submitLabel={t('sso.providers.add')}
        onCancel={onClose}
      >
        {({ key = '', kind, issuer = '' }) => (
          <>
            {kind === 'oidc' && <IssuerCheck endpoint={checkProvider} issuer={issuer} />}
            {key !== '' && (
              <AddressField
                label={t('sso.callbackUrl')}
                hint={t('sso.callbackUrlHint')}
                value={`${window.location.origin}/auth/callback/${key}`}
              />
            )}
          </>
        )}
      </Form>
    </Modal>
  )
}
