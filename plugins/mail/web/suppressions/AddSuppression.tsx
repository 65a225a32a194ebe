import { Form, Modal, useMutation, useTranslation } from '@host/plugin-sdk'
import { addSuppression, listSuppressions } from '../../shared.ts'

/** Suppresses an address or a domain by hand. */
export function AddSuppression({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(addSuppression, { invalidates: [listSuppressions], onSuccess: onClose })
  return (
    <Modal open onClose={onClose} title={t('mail.suppressions.add')}>
      <Form
        source={addSuppression}
        fields={{
          address: {
            label: t('mail.suppressions.address'),
            hint: t('mail.suppressions.addressHint'),
            control: 'text',
            required: true,
          },
          note: { label: t('mail.suppressions.note'), control: 'text' },
          expiresInDays: {
            label: t('mail.suppressions.expires'),
            hint: t('mail.suppressions.expiresHint'),
            control: 'number',
            suffix: t('mail.suppressions.days'),
          },
        }}
        onSubmit={mutateAsync}
        submitLabel={t('mail.suppressions.add')}
        onCancel={onClose}
      />
    </Modal>
  )
}
